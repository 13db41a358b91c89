// Comfort on top of pages that work without it.
(() => {
  "use strict";
  const words = document.body.dataset;
  // The frame may be exchanged with the page, so it is asked for anew each time.
  const say = (text) => {
    document.getElementById("said").textContent = text;
  };

  const copy = async (text, button) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Without HTTPS browsers offer no clipboard; the old way still works.
      const area = document.createElement("textarea");
      area.value = text;
      area.className = "sr";
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
      button.focus();
    }
    const label = button.dataset.label || words.copy;
    button.textContent = words.copied;
    say(words.copied);
    setTimeout(() => {
      button.textContent = label;
      say("");
    }, 1600);
  };

  const button = (text) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = words.copy;
    made.addEventListener("click", () => copy(text(), made));
    return made;
  };

  const dress = () => {
    for (const pre of document.querySelectorAll("pre.command")) {
      const around = document.createElement("div");
      around.className = "copyable";
      pre.replaceWith(around);
      const made = button(() => pre.textContent.trimEnd());
      made.className = "copy";
      around.append(pre, made);
    }
    for (const field of document.querySelectorAll(".copyline input")) {
      field.after(button(() => field.value));
    }
    for (const made of document.querySelectorAll("button[data-copies]")) {
      made.dataset.label = made.textContent;
      made.hidden = false;
      made.addEventListener("click", () => {
        copy(document.getElementById(made.dataset.copies).value, made);
      });
    }
  };
  dress();
  // The front page puts a result in its own place after an upload.
  document.addEventListener("faultbook:page", dress);

  document.addEventListener("keydown", (e) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);
    if (e.key === "/" && !typing && !e.ctrlKey && !e.metaKey && !e.altKey) {
      e.preventDefault();
      document.getElementById("find").focus();
    }
  });
})();
