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

  // Words of a command that stand for something of the reader's: they are filled in place, all of
  // one name together, and Copy warns once while one is left.
  const openBlanks = (pre, made) => {
    const blanks = [...pre.querySelectorAll(".command__blank")];
    for (const blank of blanks) {
      blank.dataset.name = blank.textContent;
      blank.contentEditable = "plaintext-only";
      blank.spellcheck = false;
      blank.title = words.edit;
      blank.setAttribute("role", "textbox");
      blank.setAttribute("aria-label", `${blank.dataset.name}: ${words.edit}`);
      blank.addEventListener("keydown", (e) => {
        if (e.key === "Enter") {
          e.preventDefault();
        }
      });
      blank.addEventListener("input", () => {
        for (const other of blanks) {
          if (other !== blank && other.dataset.name === blank.dataset.name) {
            other.textContent = blank.textContent;
          }
        }
        blanks.forEach((b) => b.classList.toggle("command__blank--filled", b.textContent !== b.dataset.name));
      });
    }
    let warned = "";
    const warning = document.createElement("p");
    warning.className = "command__warning";
    warning.hidden = true;
    made.after(warning);
    made.addEventListener(
      "click",
      (e) => {
        const left = blanks.filter((b) => b.textContent.trim() === b.dataset.name || !b.textContent.trim());
        const names = [...new Set(left.map((b) => b.dataset.name))].join(", ");
        warning.hidden = true;
        if (names && names !== warned) {
          e.stopImmediatePropagation();
          warned = names;
          warning.textContent = words.blank.replace("{0}", names);
          warning.hidden = false;
          say(warning.textContent);
        } else {
          warned = "";
        }
      },
      true,
    );
  };

  // An answer on a diagnosis is sent without leaving it; a no asks first what was wrong.
  const openVotes = () => {
    for (const form of document.querySelectorAll("form.verdictvote")) {
      const more = form.querySelector(".verdictvote__more");
      const actual = more.querySelector("input");
      let asked = 0;
      actual.addEventListener("input", () => {
        clearTimeout(asked);
        asked = setTimeout(async () => {
          const q = new URLSearchParams({ q: actual.value, lang: document.documentElement.lang });
          const found = actual.value.trim() && (await fetch("/api/v1/search?" + q).catch(() => null));
          const hits = found?.ok ? (await found.json()).hits : [];
          actual.list.replaceChildren(...hits.slice(0, 8).map((hit) => new Option(hit.title, hit.entry)));
        }, 200);
      });
      form.addEventListener("submit", async (e) => {
        e.preventDefault();
        const answer = e.submitter?.value ?? "no";
        if (answer === "no" && more.hidden) {
          more.hidden = false;
          actual.focus();
          return;
        }
        const comment = more.querySelector("textarea").value;
        const body = new URLSearchParams({ helpful: answer, actual: actual.value, comment });
        const sent = await fetch(form.action, { method: "POST", body, redirect: "manual" }).catch(() => null);
        // The page that thanks is not followed.
        if (sent && (sent.ok || sent.type === "opaqueredirect")) {
          const thanks = document.createElement("p");
          thanks.className = "verdictvote__thanks";
          thanks.textContent = form.dataset.thanks;
          form.replaceWith(thanks);
          say(form.dataset.thanks);
        } else {
          say(form.dataset.failed);
          form.querySelector(".verdictvote__ask").textContent = form.dataset.failed;
        }
      });
    }
  };

  const dress = () => {
    openVotes();
    for (const pre of document.querySelectorAll("pre.command")) {
      const around = document.createElement("div");
      around.className = "copyable";
      pre.replaceWith(around);
      const made = button(() => pre.textContent.trimEnd());
      made.className = "copyable__button";
      around.append(pre, made);
      openBlanks(pre, made);
    }
    for (const field of document.querySelectorAll(".shared__link input")) {
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
  document.addEventListener("faultbook:copy", ({ detail: { text, button: made } }) => {
    made.dataset.label ??= made.textContent;
    copy(text, made);
  });
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
