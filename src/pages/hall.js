// Turns the pages of the screen in the hall without a blink: the next page is asked for and put in its place. While the
// service is out of reach, what is shown stays.

const screen = () => document.querySelector("main");

async function turn() {
  try {
    const answer = await fetch(screen().dataset.next, { cache: "no-cache" });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main[data-next]");
    if (answer.ok && fresh) screen().replaceWith(document.adoptNode(fresh));
  } catch {
    // It is tried again after as long as a page stays.
  }
  wait();
}

function wait() {
  setTimeout(turn, Number(screen().dataset.seconds) * 1000);
}

wait();

// A screen that dims is of no use; where it cannot be kept awake, the machine's own settings do it.
const wake = () => navigator.wakeLock?.request("screen").catch(() => {});
document.addEventListener("visibilitychange", () => document.hidden || wake());
wake();
