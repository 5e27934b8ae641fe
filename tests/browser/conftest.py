"""Fixtures of the browser tests: one browser a session, a server for a built folder, and pages that must stay clean."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import pytest
from find_browser import NoBrowserError, find_browser
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # No name but this machine's resolves: a page that asks for more is caught at once, on any network.
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
)
PATIENCE = 120_000
"""Milliseconds. A wait ends as soon as what it waits for is there, so only what never comes takes this long."""
NETWORK_SCHEMES = {"http", "https", "ws", "wss", "ftp"}

PageFactory = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Yield one headless Chromium for the session; without a browser the tests fail."""
    try:
        path = find_browser()
    except NoBrowserError as error:
        pytest.fail(str(error), pytrace=False)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=list(FLAGS), timeout=PATIENCE)
        expect.set_options(timeout=PATIENCE)
        yield launched
        launched.close()


class StaticHandler(SimpleHTTPRequestHandler):
    """Serves a folder under a sub-path and its 404.html for what is missing, as static hosts do."""

    def __init__(self, *args: Any, sub_path: str, **kwargs: Any) -> None:
        self.sub_path = sub_path
        super().__init__(*args, **kwargs)

    def translate_path(self, path: str) -> str:
        """Return the file for a URL's path; outside the sub-path, one that does not exist."""
        if not path.startswith(self.sub_path):
            return str(Path(self.directory) / "outside" / "the" / "sub-path")
        return super().translate_path(path.removeprefix(self.sub_path))

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer with the site's own page where it has one."""
        if self.path == "/favicon.ico":  # asked for by the browser, not by a page
            self.send_response(204)
            return self.end_headers()
        page = Path(self.directory) / f"{code}.html"
        if not page.is_file():
            return super().send_error(code, message, explain)
        body = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)
        return None

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the base class names it so)
        """Keep the test output free of requests."""


class SiteServer:
    """Called with a built folder, serves it until the session ends and returns its base URL."""

    def __init__(self) -> None:
        self._servers: dict[tuple[Path, str], ThreadingHTTPServer] = {}

    def __call__(self, folder: Path, sub_path: str = "/") -> str:
        """Serve `folder` under `sub_path` and return the URL of its root, which ends in a slash."""
        sub_path = f"/{sub_path.strip('/')}/".replace("//", "/")
        key = (folder.resolve(), sub_path)
        if key not in self._servers:
            self._servers[key] = self._start(*key)
        return f"http://127.0.0.1:{self._servers[key].server_port}{sub_path}"

    def close(self) -> None:
        """Stop all servers."""
        for server in self._servers.values():
            server.shutdown()
            server.server_close()

    @staticmethod
    def _start(folder: Path, sub_path: str) -> ThreadingHTTPServer:
        handler = partial(StaticHandler, directory=str(folder), sub_path=sub_path)
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return server


@pytest.fixture(scope="session")
def site_server() -> Iterator[SiteServer]:
    """Yield `site_server(folder, sub_path="/")`, which returns the base URL of the served folder."""
    server = SiteServer()
    yield server
    server.close()


class Watch:
    """What went wrong in the pages of one test."""

    def __init__(self) -> None:
        self.problems: list[str] = []

    def follow(self, context: BrowserContext, origin: str, allow: str | None) -> None:
        """Note every error of the context's pages and every request that leaves `origin`, but what `allow` matches."""

        def note(problem: str) -> None:
            if allow is None or not re.search(allow, problem):
                self.problems.append(problem)

        def console(message: ConsoleMessage) -> None:
            if message.type == "error":
                note(f"console error: {message.text} ({message.location.get('url', '')})")

        def request(url: str) -> None:
            if urlsplit(url).scheme in NETWORK_SCHEMES and _origin(url) != origin:
                note(f"request outside the site: {url}")

        def page(opened: Page) -> None:
            opened.on("websocket", lambda socket: request(socket.url))

        context.on("console", console)
        context.on("weberror", lambda error: note(f"page error: {error.error}"))
        context.on("request", lambda sent: request(sent.url))
        context.on("page", page)


@pytest.fixture
def page(browser: Browser) -> Iterator[PageFactory]:
    """Yield `page(url, allow=None, **context options)`, which opens the URL in a context of its own.

    The test fails at its end if a page reported an error or asked for anything outside the URL's origin.
    `allow` is a regular expression for the errors that the test expects.
    """
    watch = Watch()
    contexts: list[BrowserContext] = []

    def open_page(url: str, allow: str | None = None, **options: Any) -> Page:
        context = browser.new_context(**options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        watch.follow(context, _origin(url), allow)
        opened = context.new_page()
        opened.goto(url)
        return opened

    yield open_page
    for context in contexts:
        context.close()
    if watch.problems:
        pytest.fail("The pages of this test were not clean:\n" + "\n".join(watch.problems), pytrace=False)


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
