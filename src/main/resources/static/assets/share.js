// Offers to remove what one selects in the preview; typing it does the same without a script.
(() => {
  "use strict";
  const field = document.getElementById("remove");
  const preview = document.querySelector(".preview");
  if (!field || !preview) {
    return;
  }
  const offer = document.createElement("button");
  offer.type = "button";
  offer.hidden = true;
  field.after(offer);

  const selectedWord = () => {
    const selection = document.getSelection();
    const inside = selection.anchorNode && preview.contains(selection.anchorNode);
    const word = inside && document.activeElement !== field ? selection.toString().trim() : "";
    return word.length > 1 && word.length <= 200 && !/[\n\r,，、]/.test(word) ? word : "";
  };

  document.addEventListener("selectionchange", () => {
    const word = selectedWord();
    offer.hidden = word === "" && document.activeElement !== offer;
    if (word !== "") {
      offer.dataset.word = word;
      offer.textContent = field.dataset.add.replace("{0}", () => word);
    }
  });
  offer.addEventListener("click", () => {
    const text = field.value.trimEnd();
    field.value = text === "" ? offer.dataset.word : `${text}\n${offer.dataset.word}`;
    offer.hidden = true;
    field.focus();
  });
})();
