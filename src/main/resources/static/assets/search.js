// Search as you type, on top of forms that work without it. The pattern is the combobox of the
// ARIA Authoring Practices with a list box: the focus stays in the field.
(() => {
  "use strict";
  const words = document.body.dataset;
  // The page may be exchanged with all its fields, so these are asked for anew each time.
  const say = (text) => {
    document.getElementById("said").textContent = text;
  };
  const language = () => (document.documentElement.lang.startsWith("zh") ? "zh" : "en");
  const PAUSE_MS = 140;
  const MOST = 8;

  // The snippet is HTML with marks; only its text and its marks are taken over.
  const marked = (html) => {
    const out = document.createDocumentFragment();
    const read = new DOMParser().parseFromString(html, "text/html").body;
    for (const node of read.childNodes) {
      if (node.nodeName === "MARK") {
        const mark = document.createElement("mark");
        mark.textContent = node.textContent;
        out.append(mark);
      } else {
        out.append(node.textContent);
      }
    }
    return out;
  };

  const part = (className, content) => {
    const made = document.createElement("span");
    made.className = className;
    made.append(content);
    return made;
  };

  const attach = (field) => {
    const form = field.form;
    const list = document.createElement("ul");
    list.id = field.id + "-hits";
    list.className = "suggest";
    list.hidden = true;
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", words.hits);
    form.append(list);
    field.setAttribute("role", "combobox");
    field.setAttribute("aria-autocomplete", "list");
    field.setAttribute("aria-controls", list.id);
    field.setAttribute("aria-expanded", "false");

    const known = new Map();
    let timer = 0;
    let asking = null;
    let shown = "";
    let active = -1;

    const mark = (at) => {
      const options = list.children;
      if (active >= 0 && options[active]) {
        options[active].setAttribute("aria-selected", "false");
      }
      active = at;
      if (at < 0) {
        field.removeAttribute("aria-activedescendant");
        return;
      }
      options[at].setAttribute("aria-selected", "true");
      options[at].scrollIntoView({ block: "nearest" });
      field.setAttribute("aria-activedescendant", options[at].id);
    };

    const close = () => {
      clearTimeout(timer);
      if (asking) {
        asking.abort();
        asking = null;
      }
      mark(-1);
      list.hidden = true;
      field.setAttribute("aria-expanded", "false");
    };

    const open = () => {
      if (list.children.length > 0) {
        list.hidden = false;
        field.setAttribute("aria-expanded", "true");
      }
    };

    const option = (url, ...content) => {
      const made = document.createElement("li");
      made.id = list.id + "-" + list.children.length;
      made.dataset.url = url;
      made.setAttribute("role", "option");
      made.setAttribute("aria-selected", "false");
      made.append(...content);
      list.append(made);
      return made;
    };

    const show = (q, hits) => {
      shown = q;
      mark(-1);
      list.replaceChildren();
      for (const hit of hits) {
        option(hit.url, part("suggest__what", hit.title), part("suggest__why", marked(hit.snippet)));
      }
      if (hits.length > 0) {
        option("/search?q=" + encodeURIComponent(q), words.all).classList.add("suggest__every");
        open();
      } else {
        close();
      }
      say(
        hits.length === 0
          ? words.foundnone
          : hits.length === 1
            ? words.foundone
            : words.found.replace("{0}", hits.length));
    };

    const ask = async (q) => {
      if (known.has(q)) {
        show(q, known.get(q));
        return;
      }
      if (asking) {
        asking.abort();
      }
      asking = new AbortController();
      try {
        const answer = await fetch(
          "/search.json?" + new URLSearchParams({ q, lang: language(), limit: MOST }),
          { signal: asking.signal });
        if (answer.ok) {
          const { hits } = await answer.json();
          known.set(q, hits);
          // What was typed meanwhile is asked for by its own call; until then this stays.
          if (field.value.trim() === q && document.activeElement === field) {
            show(q, hits);
          }
        }
      } catch {
        // Given up for a newer question, or the server is away: the form still works.
      }
    };

    field.addEventListener("input", () => {
      clearTimeout(timer);
      const q = field.value.trim();
      if (q === "") {
        shown = "";
        list.replaceChildren();
        close();
        say("");
      } else if (q !== shown) {
        timer = setTimeout(() => ask(q), PAUSE_MS);
      }
    });

    field.addEventListener("keydown", (e) => {
      if (e.isComposing) {
        return;
      }
      const n = list.children.length;
      if (e.key === "ArrowDown" || e.key === "ArrowUp") {
        if (n === 0) {
          return;
        }
        e.preventDefault();
        open();
        const step = e.key === "ArrowDown" ? 1 : -1;
        const next = active + step;
        mark(next < -1 ? n - 1 : next >= n ? -1 : next);
      } else if (e.key === "Enter" && active >= 0 && !list.hidden) {
        e.preventDefault();
        location.assign(list.children[active].dataset.url);
      } else if (e.key === "Escape" && !list.hidden) {
        e.preventDefault();
        close();
      }
    });

    // Pressing on a hit must not take the focus out of the field before it is followed.
    list.addEventListener("pointerdown", (e) => e.preventDefault());
    list.addEventListener("click", (e) => {
      const hit = e.target.closest("li");
      if (hit && (e.ctrlKey || e.metaKey)) {
        window.open(hit.dataset.url, "_blank", "noopener");
      } else if (hit) {
        location.assign(hit.dataset.url);
      }
    });
    field.addEventListener("focus", () => {
      if (field.value.trim() === shown) {
        open();
      }
    });
    field.addEventListener("blur", close);
  };

  const attachAll = () => {
    for (const field of document.querySelectorAll(".top__search input, .searchbox input")) {
      if (field.getAttribute("role") !== "combobox") {
        attach(field);
      }
    }
  };
  attachAll();
  // The front page puts a result in its own place.
  document.addEventListener("faultbook:page", attachAll);
})();
