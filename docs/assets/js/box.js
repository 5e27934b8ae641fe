// The search box in the header: its keys, and the sheet that it becomes on a phone. All else comes with its first use.

const TYPING = "input, textarea, select, [contenteditable]:not([contenteditable=false])";

/** Whether a key press asks for the search box: `/` outside of a field, or Ctrl or Cmd with K anywhere. */
export function asksForSearch({ key, ctrlKey, metaKey, altKey, shiftKey, isComposing }, typing) {
  if (isComposing || altKey) return false;
  if (key === "/") return !typing && !ctrlKey && !metaKey;
  return (ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === "k";
}

/** Let the keys lead to a field; `enter` brings it into view where it is not. */
export function listenForKeys(enter) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || !asksForSearch(event, event.target.closest?.(TYPING))) return;
    event.preventDefault();
    enter();
  });
}

/** Bring the header's box to life. */
export function attachBox(form, search) {
  const input = form.querySelector("input");
  const opener = form.querySelector("a");
  const closer = form.querySelector("button");
  let panel = null;
  const enter = () => {
    form.toggleAttribute("data-open", true);
    input.focus();
    input.select();
  };
  const leave = () => {
    form.removeAttribute("data-open");
    input.setAttribute("aria-expanded", "false");
    if (!form.contains(document.activeElement)) return;
    document.activeElement.blur();
    if (opener.checkVisibility?.() ?? opener.offsetParent) opener.focus();
  };
  opener.addEventListener("click", (event) => {
    event.preventDefault();
    enter();
  });
  closer.addEventListener("click", leave);
  closer.setAttribute("aria-label", window.claimbook.words?.close ?? "Esc");
  input.addEventListener("focus", () => {
    form.toggleAttribute("data-open", true);
    if (!window.claimbook.whyNot()) panel ??= import("./panel.js").then(({ attachPanel }) => attachPanel(form, search, leave));
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.isComposing) return;
    event.preventDefault();
    leave();
  });
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget && !form.contains(relatedTarget)) leave();
  });
  document.addEventListener("pointerdown", ({ target }) => {
    if (form.hasAttribute("data-open") && !form.contains(target)) leave();
  });
  listenForKeys(enter);
}
