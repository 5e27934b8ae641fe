// A button beside each claim that copies the claim's lasting link.

/** Address of a claim on the page at `href`, whatever anchor that carried. */
export function claimAddress(href, anchor) {
  const url = new URL(href);
  url.hash = anchor;
  return url.href;
}

export function offerCopies(root) {
  const table = root.querySelector(".cb-claims");
  if (!table || !navigator.clipboard) return;
  const words = root.querySelector("[data-cb-copy]")?.dataset;
  if (!words) return;
  for (const link of table.querySelectorAll(".cb-anchor")) {
    const button = root.createElement("button");
    button.type = "button";
    button.className = "cb-copy";
    button.textContent = words.cbCopy;
    button.setAttribute("aria-label", `${words.cbCopy}: ${link.title}`);
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(claimAddress(location.href, link.hash));
      button.textContent = words.cbCopied;
      setTimeout(() => (button.textContent = words.cbCopy), 2000);
    });
    link.closest("tr").querySelector(".cb-check").append(button);
  }
}
