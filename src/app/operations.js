// Finds operations while their words are typed.

const field = document.getElementById("q");
const none = document.getElementById("none");

function find() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let all = 0;
  for (const chapter of document.querySelectorAll(".chapter")) {
    let shown = 0;
    for (const line of chapter.querySelectorAll("li")) {
      line.hidden = !words.every((word) => line.dataset.words.includes(word));
      if (!line.hidden) shown += 1;
    }
    chapter.hidden = shown === 0;
    all += shown;
  }
  none.hidden = all > 0;
}

// A page that a form has asked for has only what was found then.
if (!location.search) field.addEventListener("input", find);
addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field.focus();
});
