// Narrows a list of codes or entries while one types; the form does the same without a script.
(() => {
  "use strict";
  const field = document.getElementById("filter");
  const count = document.getElementById("fitting");
  const rows = [...document.querySelectorAll(".codes__table tbody tr, .rows--compact li")];
  const groups = [...document.querySelectorAll("details.layer")];
  // A list that the server narrowed already does not hold the other rows.
  if (!field || rows.length === 0 || field.value !== "") {
    return;
  }
  const texts = rows.map((row) => (row.textContent + " " + (row.dataset.text ?? "")).toLowerCase());

  const narrow = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let fitting = 0;
    rows.forEach((row, i) => {
      const fits = words.every((word) => texts[i].includes(word));
      row.hidden = !fits;
      fitting += fits ? 1 : 0;
    });
    for (const group of groups) {
      group.hidden = !group.querySelector("li:not([hidden])");
      group.open = words.length > 0;
    }
    const { none, one, many } = count.dataset;
    count.textContent = fitting === 0 ? none : fitting === 1 ? one : many.replace("2", fitting);
  };

  field.addEventListener("input", narrow);
})();
