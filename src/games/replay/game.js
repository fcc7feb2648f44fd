// Steps through a game. All it knows comes from /v1/games, as any program may read it.

const id = location.pathname.split("/").pop();
const path = `/v1/games/${id}`;
const part = (name) => document.getElementById(name);
const json = async (url) => {
  const answer = await fetch(url, { headers: { accept: "application/json" } });
  if (!answer.ok) throw new Error((await answer.json()).detail);
  return answer.json();
};

const ENDS = {
  "two-cows": "the other side had two cows left",
  "no-move": "the other side could not move",
  "ten-moves": "ten moves each without a shot",
  resignation: "resignation", agreement: "agreement", umpire: "decision of the umpire",
  time: "time", forfeit: "forfeit",
};

let game;
let ply = -1;

function result() {
  const winner = { first: game.first.name, second: game.second.name }[game.result];
  if (game.result === "unfinished") return "Not played to an end";
  return `${winner ? `${winner} won` : "Drawn"}: ${ENDS[game.termination]}`;
}

// The junctions of a ring's eight letters that one side holds.
function cows(position, mark) {
  const rings = position.split(" ")[0].split("/");
  const held = rings.flatMap((ring, r) => [...ring].map((cow, n) => (cow === mark ? "EAR"[r] + (n + 1) : null)));
  return held.filter(Boolean).join(", ") || "none";
}

function say(position) {
  const hands = position.position.split(" ").slice(2, 4);
  part("board").alt =
    `${game.first.name} (first, full) has cows on ${cows(position.position, "X")} and ${hands[0]} in hand; ` +
    `${game.second.name} (second, hollow) on ${cows(position.position, "O")} and ${hands[1]} in hand.`;
}

async function go(to, remember = true) {
  to = Math.max(0, Math.min(game.plies, Math.trunc(to) || 0));
  if (to === ply) return;
  ply = to;
  part("board").src = `${path}/positions/${ply}`;
  part("slider").value = ply;
  part("slider").setAttribute("aria-valuetext", ply === 0 ? "the opening" : `turn ${ply}, ${game.turns[ply - 1]}`);
  const turn = game.turns[ply - 1];
  const player = ply % 2 ? game.first : game.second;
  part("status").textContent =
    ply === 0 ? `The opening: ${game.first.name} begins` : `${player.name}: ${turn}` + (ply === game.plies ? `. ${result()}.` : "");
  part("where").textContent = `Turn ${ply} of ${game.plies}`;
  // Not disabled outright: that would take the focus away from under the finger.
  for (const name of ["begin", "back"]) part(name).setAttribute("aria-disabled", ply === 0);
  for (const name of ["end", "on"]) part(name).setAttribute("aria-disabled", ply === game.plies);
  for (const link of part("turns").querySelectorAll("a")) {
    if (Number(link.hash.slice(1)) === ply) {
      link.setAttribute("aria-current", "true");
      const list = part("turns").parentElement;
      list.scrollTop = link.offsetTop - list.offsetTop - list.clientHeight / 2;
    } else {
      link.removeAttribute("aria-current");
    }
  }
  if (remember) history.replaceState(null, "", `#${ply}`);
  const asked = ply;
  try {
    const position = await json(`${path}/positions/${asked}`);
    if (asked !== ply) return; // stepped on meanwhile
    say(position);
  } catch (error) {
    part("status").textContent = `The position cannot be shown. ${error.message}`;
    return;
  }
  for (const next of [ply + 1, ply - 1]) {
    if (next >= 0 && next <= game.plies) new Image().src = `${path}/positions/${next}`;
  }
}

function list() {
  for (let first = 1; first <= game.plies; first += 2) {
    const row = document.createElement("li");
    for (const at of [first, first + 1]) {
      if (at > game.plies) continue;
      const link = document.createElement("a");
      link.href = `#${at}`;
      link.textContent = game.turns[at - 1];
      link.addEventListener("click", (event) => {
        event.preventDefault();
        go(at);
      });
      row.append(link);
    }
    part("turns").append(row);
  }
}

function listen() {
  const steps = { begin: () => 0, back: () => ply - 1, on: () => ply + 1, end: () => game.plies };
  for (const [name, to] of Object.entries(steps)) part(name).addEventListener("click", () => go(to()));
  part("slider").addEventListener("input", (event) => go(Number(event.target.value)));
  const keys = { Home: steps.begin, ArrowLeft: steps.back, ArrowRight: steps.on, End: steps.end };
  addEventListener("keydown", (event) => {
    const to = keys[event.key];
    if (!to || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(to());
  });
  addEventListener("hashchange", () => go(Number(location.hash.slice(1)) || 0, false));
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
  document.title = `${game.first.name} – ${game.second.name}, ${game.played_on}`;
  part("players").textContent = `${game.first.name} – ${game.second.name}`;
  part("facts").textContent = `${game.played_on}, by the rules ${game.rule_set}. ${result()}.`;
  part("slider").max = game.plies;
  const record = await fetch(path, { headers: { accept: "text/x-morabaraba" } });
  part("record").href = URL.createObjectURL(await record.blob());
  part("record").download = `${game.played_on}-${id}.txt`;
  list();
  listen();
  await go(Number(location.hash.slice(1)) || 0, false);
} catch (error) {
  part("facts").textContent = `The game cannot be shown. ${error.message}`;
}
