// Steps through a game. The page says what it is; each position comes from /v1/games, as any program may read it.

const id = location.pathname.split("/").pop();
const path = `/v1/games/${id}`;
const part = (name) => document.getElementById(name);
const json = async (url) => {
  const answer = await fetch(url, { headers: { accept: "application/json" } });
  if (!answer.ok) throw new Error((await answer.json()).detail);
  return answer.json();
};

// The page's own words, in its language, with what is put in their braces.
const words = (name, values = {}) => part("game").dataset[name].replace(/\{(\w+)\}/g, (whole, value) => values[value] ?? whole);

let game;
let ply = -1;

// The junctions of a ring's eight letters that one side holds.
function cows(position, mark) {
  const rings = position.split(" ")[0].split("/");
  const held = rings.flatMap((ring, r) => [...ring].map((cow, n) => (cow === mark ? "EAR"[r] + (n + 1) : null)));
  return held.filter(Boolean).join(", ") || words("none");
}

function say(position) {
  const hands = position.position.split(" ").slice(2, 4);
  part("board").alt = words("cows", {
    first: game.first.name, cows: cows(position.position, "X"), hand: hands[0],
    second: game.second.name, others: cows(position.position, "O"), rest: hands[1],
  });
}

async function go(to, remember = true) {
  to = Math.max(0, Math.min(game.plies, Math.trunc(to) || 0));
  if (to === ply) return;
  ply = to;
  part("board").src = `${path}/positions/${ply}`;
  part("slider").value = ply;
  const said = ply === 0 ? words("atOpening") : words("atTurn", { turn: ply, played: game.turns[ply - 1] });
  part("slider").setAttribute("aria-valuetext", said);
  const turn = game.turns[ply - 1];
  const player = ply % 2 ? game.first : game.second;
  part("status").textContent =
    ply === 0 ? words("opening") : `${player.name}: ${turn}` + (ply === game.plies ? `. ${words("result")}.` : "");
  part("where").textContent = words("where", { turn: ply });
  // Not disabled outright: that would take the focus away from under the finger.
  for (const name of ["begin", "back"]) part(name).setAttribute("aria-disabled", ply === 0);
  for (const name of ["end", "on"]) part(name).setAttribute("aria-disabled", ply === game.plies);
  for (const link of part("turns").querySelectorAll("a")) {
    if (Number(link.dataset.turn) === ply) {
      link.setAttribute("aria-current", "true");
      const list = part("turns").parentElement;
      list.scrollTop = link.offsetTop - list.offsetTop - list.clientHeight / 2;
    } else {
      link.removeAttribute("aria-current");
    }
  }
  if (remember) history.replaceState(null, "", `?turn=${ply}`);
  const asked = ply;
  try {
    const position = await json(`${path}/positions/${asked}`);
    if (asked !== ply) return; // stepped on meanwhile
    say(position);
  } catch (error) {
    part("status").textContent = `${words("unshown")} ${error.message}`;
    return;
  }
  for (const next of [ply + 1, ply - 1]) {
    if (next >= 0 && next <= game.plies) new Image().src = `${path}/positions/${next}`;
  }
}

// The turns become links, each to the board after it.
function list() {
  for (const turn of part("turns").querySelectorAll("[data-turn]")) {
    const link = document.createElement("a");
    link.dataset.turn = turn.dataset.turn;
    link.href = `?turn=${turn.dataset.turn}`;
    link.textContent = turn.textContent;
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      go(Number(link.dataset.turn));
    });
    turn.replaceWith(link);
  }
}

function listen() {
  const steps = { begin: () => 0, back: () => ply - 1, on: () => ply + 1, end: () => game.plies };
  for (const [name, to] of Object.entries(steps)) part(name).addEventListener("click", () => go(to()));
  part("slider").addEventListener("input", (event) => go(Number(event.target.value)));
  const keys = { Home: steps.begin, ArrowLeft: steps.back, ArrowRight: steps.on, End: steps.end };
  addEventListener("keydown", (event) => {
    const to = keys[event.key];
    // In a field the keys are its own; the slider steps through the game as they do.
    const field = event.target.closest?.("input, select, textarea");
    if (!to || (field && field !== part("slider")) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(to());
  });
  let began = null;
  part("board").addEventListener("pointerdown", (event) => { began = event.clientX; });
  addEventListener("pointerup", (event) => {
    if (began !== null && Math.abs(event.clientX - began) > 40) go(ply + (event.clientX < began ? 1 : -1));
    began = null;
  });
  addEventListener("pointercancel", () => { began = null; });
  part("board").draggable = false;
}

try {
  game = await json(path);
  part("slider").max = game.plies;
  const record = await fetch(path, { headers: { accept: "text/x-morabaraba" } });
  part("record").href = URL.createObjectURL(await record.blob());
  part("record").download = `${game.played_on}-${id}.txt`;
  list();
  listen();
  for (const name of ["steps", "keys"]) part(name).hidden = false;
  part("jump").hidden = true;
  // A link of old has the turn behind a hash.
  const asked = location.hash.slice(1) || new URLSearchParams(location.search).get("turn");
  await go(Number(asked) || 0, false);
} catch (error) {
  part("status").textContent = `${words("unstepped")} ${error.message}`;
}
