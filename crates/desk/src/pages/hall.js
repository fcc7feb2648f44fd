// Turns the pages of the screen in the hall without a blink: the next page is asked for and put in its place. While the
// service is out of reach, what is shown stays. A round that is published is shown from its first page as soon as it is.

import { follow } from "/pages/live.js";

const screen = () => document.querySelector("main");

let timer;

async function turn(to = screen().dataset.next) {
  try {
    const answer = await fetch(to, { cache: "no-cache" });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main[data-next]");
    if (answer.ok && fresh) screen().replaceWith(document.adoptNode(fresh));
  } catch {
    // It is tried again after as long as a page stays.
  }
  wait();
}

function wait() {
  clearTimeout(timer);
  timer = setTimeout(turn, Number(screen().dataset.seconds) * 1000);
}

follow(screen().dataset.live, () => turn(location.pathname));
wait();

// A screen that dims is of no use; where it cannot be kept awake, the machine's own settings do it.
const wake = () => navigator.wakeLock?.request("screen").catch(() => {});
document.addEventListener("visibilitychange", () => document.hidden || wake());
wake();
