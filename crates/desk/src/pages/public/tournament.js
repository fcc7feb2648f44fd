// Looks whether the page has changed, as soon as something has in its province, and puts the new one in. Unchanged it is not
// sent again: the browser asks with the tag of what it has kept.

import { follow } from "/pages/live.js";

// What changes with the day alone is told of nowhere; and where no changes are told at all, it is looked every half minute.
const SELDOM = 300_000;
const OFTEN = 30_000;

let changes;
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
  if (!isLive()) changes?.end();
  if (isLive() && !document.hidden) timer = setTimeout(look, changes?.isOpen() ? SELDOM : OFTEN);
}

// A round brings results board by board, and a hall full of telephones: they look together, and not all in the same moment.
function lookSoon() {
  clearTimeout(timer);
  timer = setTimeout(look, 300 + Math.random() * 1200);
}

// Nobody is told while nobody looks, nor once nothing changes any more.
function listen() {
  changes?.end();
  changes = null;
  if (isLive() && !document.hidden) changes = follow(document.querySelector(".followed").dataset.live, lookSoon);
}

document.addEventListener("visibilitychange", () => {
  clearTimeout(timer);
  listen();
  if (!document.hidden && isLive()) look();
});
listen();
wait();
