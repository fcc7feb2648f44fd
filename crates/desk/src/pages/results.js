// Quickens the entry of results: a digit for each game, and on to the next board by itself; arrows and Enter move, and Enter on
// the last board saves. Each board says at once what it comes to, or what is wrong with it. Without this the page does the same.

const form = document.getElementById("marks");
const fields = form ? [...form.querySelectorAll("input.marks")] : [];
const save = form?.querySelector("button:not([type])");
const known = document.getElementById("known");
const news = document.getElementById("news");

// The halves that a mark brings its player, and the other.
const HALVES = { "1": [2, 0], "½": [1, 1], "0": [0, 2], "+": [2, 0], "-": [0, 2] };

const games = (field) => Number(field.dataset.games);
const absent = (field) => field.closest("li").querySelector("select");
const label = (field) => `Board ${field.name.replace("board-", "")}`;
const halved = (text) => text.replace(/1\/2|0\.5|[5=]/g, "½");
const points = (halves) => `${halves > 1 || halves === 0 ? Math.floor(halves / 2) : ""}${halves % 2 ? "½" : ""}`;

// The marks that stand in a field. A half that is being typed, as `1/` or `0.`, is none yet.
function marks(field) {
  const text = halved(field.value).replace(/[−–]/g, "-").replace(/[\s,;|]/g, "");
  return text.replace(/(1\/|0\.)$/, "");
}

function fault(field, isLeft) {
  const typed = marks(field);
  if (/[^10½+-]/.test(typed)) return "1, ½ (or 5) and 0 only; + and - for a game that was forfeited.";
  if (typed.length > games(field)) return `${typed.length} marks, for ${games(field)} games.`;
  if (typed && absent(field).value) return "Has marks, though somebody did not come: leave one of them out.";
  if (isLeft && typed && typed.length < games(field)) return `${typed.length} of ${games(field)} games only.`;
  return "";
}

const isIn = (field) => !fault(field, true) && Boolean(marks(field) || absent(field).value);

// Tells what is wrong with a field beside it, or that nothing is any more.
function judge(field, isLeft) {
  const told = fault(field, isLeft);
  const [line, id] = [field.closest("li"), `${field.id}-fault`];
  let note = document.getElementById(id);
  line.classList.toggle("wrong", told !== "");
  field.setAttribute("aria-invalid", String(told !== ""));
  if (!told) {
    note?.remove();
    field.setAttribute("aria-describedby", "marks-hint");
    return true;
  }
  if (!note) {
    note = Object.assign(document.createElement("p"), { id, className: "fault" });
    field.closest(".typed").before(note);
    field.setAttribute("aria-describedby", `marks-hint ${id}`);
  }
  if (note.textContent !== told) {
    note.textContent = told;
    news.textContent = `${label(field)}: ${told}`;
  }
  return false;
}

function tally(field) {
  const sums = [...marks(field)].reduce(
    ([own, other], mark) => [own + (HALVES[mark]?.[0] ?? 0), other + (HALVES[mark]?.[1] ?? 0)],
    [0, 0],
  );
  const told = marks(field) && !fault(field, false) ? sums.map(points).join(" : ") : "";
  field.closest(".typed").querySelector(".tally").textContent = told;
  return told;
}

function count() {
  const typed = fields.filter(isIn).length;
  const [before, all] = [Number(known.dataset.known), Number(known.dataset.all)];
  const unsaved = typed === 0 ? "" : typed === 1 ? ", one not saved yet" : `, ${typed} not saved yet`;
  known.textContent = `${before + typed} of ${all} ${all === 1 ? "board" : "boards"} in${unsaved}.`;
}

function go(field) {
  (field ?? save).focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}

// The next board that lacks marks; if there is none, it is time to save.
const lacking = (field) => fields.slice(fields.indexOf(field) + 1).find((other) => !isIn(other));

function type(field, isAtEnd) {
  const halves = halved(field.value);
  if (halves !== field.value) {
    const caret = field.selectionStart - (field.value.length - halves.length);
    field.value = halves;
    field.setSelectionRange(caret, caret);
  }
  const isRight = judge(field, false);
  const told = tally(field);
  count();
  if (isAtEnd && isRight && marks(field).length === games(field)) {
    news.textContent = `${label(field)}: ${told}. ${known.textContent}`;
    go(lacking(field));
  }
}

function press(event) {
  const field = event.target;
  const [above, below] = [-1, 1].map((step) => fields[fields.indexOf(field) + step]);
  if (event.key === "ArrowUp" && above) go(above);
  else if (event.key === "ArrowDown") go(below);
  else if (event.key === "Backspace" && field.value === "" && above) go(above);
  else if (event.key !== "Enter" || event.isComposing) return;
  else if (judge(field, true)) {
    if (below) go(below);
    else form.requestSubmit(save);
  }
  event.preventDefault();
}

for (const field of fields) {
  field.addEventListener("input", (event) => {
    type(field, event.inputType?.startsWith("insert") && field.selectionStart === field.value.length);
  });
  field.addEventListener("change", () => judge(field, true));
  field.addEventListener("keydown", press);
  absent(field).addEventListener("change", () => {
    judge(field, true);
    tally(field);
    count();
  });
}

if (fields.length > 0) {
  fields.forEach(tally);
  count();
  // On a telephone there are no arrow keys, and its keyboard would cover the page before anybody has seen it.
  if (matchMedia("(pointer: fine)").matches) {
    document.getElementById("marks-hint").append(
      " The next board comes by itself; the arrow keys and Enter go up and down, and Enter on the last board saves.",
    );
    if (!document.querySelector(".refusal")) go(fields.find((field) => !isIn(field)));
  }
}
