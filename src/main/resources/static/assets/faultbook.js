// Comfort on top of pages that work without it.
(() => {
  "use strict";
  const words = document.body.dataset;
  const said = document.getElementById("said");

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
    button.textContent = words.copied;
    said.textContent = words.copied;
    setTimeout(() => {
      button.textContent = words.copy;
      said.textContent = "";
    }, 1600);
  };

  const button = (text) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = words.copy;
    made.addEventListener("click", () => copy(text(), made));
    return made;
  };

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
  const ticket = document.getElementById("ticket");
  if (ticket) {
    ticket.closest("details").before(button(() => ticket.value));
  }

  const form = document.getElementById("paste");
  if (form) {
    const area = form.querySelector("textarea");
    const file = form.querySelector("input[type=file]");
    area.addEventListener("keydown", (e) => {
      if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) {
        e.preventDefault();
        form.requestSubmit();
      }
    });
    file.addEventListener("change", () => {
      if (file.files.length > 0 && area.value.trim() === "") {
        form.requestSubmit();
      }
    });
    const holdsFiles = (e) => e.dataTransfer && [...e.dataTransfer.types].includes("Files");
    document.addEventListener("dragover", (e) => {
      if (holdsFiles(e)) {
        e.preventDefault();
        area.classList.add("drop");
      }
    });
    document.addEventListener("dragleave", (e) => {
      if (!e.relatedTarget) {
        area.classList.remove("drop");
      }
    });
    document.addEventListener("drop", (e) => {
      if (holdsFiles(e)) {
        e.preventDefault();
        area.classList.remove("drop");
        file.files = e.dataTransfer.files;
        form.requestSubmit();
      }
    });
  }

  document.addEventListener("keydown", (e) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);
    if (e.key === "/" && !typing && !e.ctrlKey && !e.metaKey && !e.altKey) {
      e.preventDefault();
      document.getElementById("find").focus();
    }
  });

  // A line that a link leads to may stand in a fold.
  const unfold = () => {
    const line = location.hash.startsWith("#L") && document.getElementById(location.hash.slice(1));
    const fold = line && line.closest("details");
    if (fold && !fold.open) {
      fold.open = true;
      line.scrollIntoView();
    }
  };
  addEventListener("hashchange", unfold);
  unfold();
})();
