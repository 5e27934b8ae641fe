"""Serves the built site on this machine and rebuilds it when something it is made of changes."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Iterable
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

_QUIET = 0.3
"""Seconds without a further change before a rebuild: an editor writes a file in several steps."""


class _Handler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
        return

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()


class _Changes(FileSystemEventHandler):
    """Remembers that something changed; the build's own writing does not count."""

    def __init__(self, ours: Callable[[Path], bool]) -> None:
        self.happened = threading.Event()
        self._ours = ours

    def on_any_event(self, event: FileSystemEvent) -> None:
        if event.event_type in ("opened", "closed_no_write") or event.is_directory:
            return
        # Many editors save by renaming a hidden file, so the new name counts as well.
        paths = [Path(str(path)).resolve() for path in (event.src_path, event.dest_path) if path]
        if not all(map(self._ours, paths)):
            self.happened.set()


def serve(
    site: Path,
    watched: Iterable[Path],
    ours: Callable[[Path], bool],
    rebuild: Callable[[], object],
    port: int,
    announce: Callable[[str], None],
) -> None:
    """Serve until interrupted. `ours` tells the files that a build writes itself; they start no rebuild."""
    handler = functools.partial(_Handler, directory=str(site))
    server = ThreadingHTTPServer(("127.0.0.1", port), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    changes = _Changes(ours)
    observer = Observer()
    for folder in watched:
        observer.schedule(changes, str(folder), recursive=folder.is_dir())
    observer.start()
    # Not before the watching began: who reads the address may change a note at once.
    announce(f"http://127.0.0.1:{server.server_address[1]}/")
    try:
        while True:
            changes.happened.wait()
            while changes.happened.is_set():
                changes.happened.clear()
                changes.happened.wait(_QUIET)
            rebuild()
    except KeyboardInterrupt:
        pass
    finally:
        observer.stop()
        observer.join()
        server.shutdown()
        server.server_close()
