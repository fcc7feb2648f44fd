// Looks every half minute whether the page has changed, and puts the new one in. Unchanged it is not sent again: the
// browser asks with the tag of what it has kept.

const EVERY = 30_000;

let timer;
let tag;

function isLive() {
  return document.querySelector(".followed").hasAttribute("data-live");
}

function news(text) {
  document.getElementById("news").textContent = text;
}

function show(page) {
  const [old, fresh] = [document.querySelector(".followed"), page.querySelector(".followed")];
  if (!fresh || fresh.outerHTML === old.outerHTML) return;
  const [x, y] = [scrollX, scrollY];
  // Whoever goes from link to link stays where they are.
  const focused = old.contains(document.activeElement) && document.activeElement.getAttribute("href");
  old.replaceWith(document.adoptNode(fresh));
  if (focused) fresh.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  scrollTo({ left: x, top: y, behavior: "instant" });
  document.title = page.title;
  news(fresh.querySelector(".state")?.textContent ?? "");
}

async function look() {
  try {
    const answer = await fetch(location.pathname, { cache: "no-cache" });
    const told = answer.headers.get("etag");
    if (answer.ok && (told === null || told !== tag)) {
      show(new DOMParser().parseFromString(await answer.text(), "text/html"));
      tag = told;
    }
  } catch {
    // Out of reach for a moment; what is shown stays, and says of when it is.
  }
  wait();
}

function wait() {
  clearTimeout(timer);
  if (isLive() && !document.hidden) timer = setTimeout(look, EVERY);
}

document.addEventListener("visibilitychange", () => {
  clearTimeout(timer);
  if (!document.hidden && isLive()) look();
});
wait();
