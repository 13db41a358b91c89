// The log of a diagnosis: jumps between the evidence, the whole log, finding in it.
(() => {
  "use strict";
  const section = document.getElementById("logs");
  const words = section.dataset;
  const $ = (id) => section.querySelector("#" + id);
  const parts = $("parts");
  const box = $("whole");
  const total = Number(words.lines);
  const hits = words.hits ? words.hits.split(",").map(Number) : [];
  const packed = section.querySelector("input[name=packed]");
  const kept = window.faultbookLog;
  const partly = section.querySelector(".partly");
  const number = new Intl.NumberFormat(document.documentElement.lang);
  const fill = (text, ...values) => values.reduce((t, v, i) => t.replace(`{${i}}`, v), text);
  const say = (text) => {
    document.getElementById("said").textContent = text;
  };
  const show = (...all) => all.forEach((e) => e && e.removeAttribute("hidden"));

  // --- Lines as they are drawn ---
  const COLOURS = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];
  const styled = (codes, before) => {
    let bold = before.startsWith("bold");
    let colour = before.replace(/^bold ?/, "");
    for (const code of (codes || "0").split(";")) {
      const n = Number(code || 0);
      if (n === 0) {
        bold = false;
        colour = "";
      } else if (n === 1 || n === 22) {
        bold = n === 1;
      } else if (n === 39) {
        colour = "";
      } else if ((n >= 30 && n <= 37) || (n >= 90 && n <= 97)) {
        colour = "c-" + COLOURS[n % 10];
      } else if (n === 38 || n === 48) {
        break;
      }
    }
    return ((bold ? "bold " : "") + colour).trim();
  };
  const paint = (code, text) => {
    let style = "";
    // Odd pieces are what stands in a control sequence, with its final letter.
    text.split(/\u001b\[([0-?]*[ -/]*[@-~])/).forEach((piece, i) => {
      if (i % 2 === 1) {
        style = piece.endsWith("m") ? styled(piece.slice(0, -1), style) : style;
        return;
      }
      const clean = piece
        .replace(/\u001b[^[]?/g, "")
        .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "\ufffd");
      if (clean && style) {
        const span = document.createElement("span");
        span.className = style;
        span.textContent = clean;
        code.append(span);
      } else if (clean) {
        code.append(clean);
      }
    });
  };
  const cut = (code, text) => {
    const span = document.createElement("span");
    span.className = "cut";
    span.textContent = text;
    code.append(span);
  };

  // --- The whole log: only the lines in sight are in the page ---
  const TALLEST = 8_000_000;
  const SPARE = 15;
  const MOST_KEPT = 3000;
  let worker;
  let opened = false;
  let height = 20;
  let top = 0;
  let lastScroll = 0;
  let lookup = "";
  let current = 0;
  let asked = 0;
  let waiting = false;
  let pinned = null;
  let untold = 0;
  const rows = new Map();
  const canvas = document.createElement("div");
  canvas.className = "canvas";
  canvas.setAttribute("role", "rowgroup");

  const full = () => total * height;
  const drawn = () => Math.min(full(), TALLEST);
  const scaled = () => full() > TALLEST;
  const farthest = () => Math.max(0, full() - box.clientHeight);
  const yOf = (n) => (scaled() ? (n - 1) * height - top + box.scrollTop : (n - 1) * height);
  const seen = () => {
    const from = Math.floor(top / height) + 1;
    return [from, Math.min(total, from + Math.ceil(box.clientHeight / height))];
  };

  const makeRow = ({ n, text, before, more }) => {
    const row = document.createElement("div");
    const no = document.createElement("span");
    const code = document.createElement("code");
    const known = document.getElementById("L" + n);
    row.className = known && known.classList.contains("hit") ? known.className : "ln";
    row.title = known ? known.title : "";
    row.setAttribute("role", "row");
    row.setAttribute("aria-rowindex", n);
    no.className = "n";
    no.setAttribute("role", "rowheader");
    no.textContent = n;
    code.setAttribute("role", "cell");
    if (known && row.className !== "ln") {
      code.append(...known.querySelector("code").cloneNode(true).childNodes);
    } else {
      if (before > 0) {
        cut(code, "… ");
      }
      paint(code, text);
      if (more > 0) {
        cut(code, " " + fill(words.more, number.format(more)));
      }
    }
    row.append(no, code);
    row.classList.toggle("current", n === current);
    return row;
  };

  const place = () => {
    for (const [n, row] of rows) {
      row.style.top = yOf(n) + "px";
    }
  };

  const mark = () => {
    if (!window.CSS || !CSS.highlights) {
      return;
    }
    CSS.highlights.delete("found");
    if (!lookup) {
      return;
    }
    const ranges = [];
    for (const row of rows.values()) {
      const code = row.lastChild;
      const text = code.textContent.toLowerCase();
      for (let at = text.indexOf(lookup); at >= 0; at = text.indexOf(lookup, at + lookup.length)) {
        const range = new Range();
        const walk = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
        let from = 0;
        for (let node = walk.nextNode(); node; node = walk.nextNode()) {
          const to = from + node.length;
          if (at >= from && at < to) {
            range.setStart(node, at - from);
          }
          if (at + lookup.length > from && at + lookup.length <= to) {
            range.setEnd(node, at + lookup.length - from);
          }
          from = to;
        }
        ranges.push(range);
      }
    }
    CSS.highlights.set("found", new Highlight(...ranges));
  };

  const insert = (line) => {
    const row = makeRow(line);
    let next = canvas.lastElementChild;
    while (next && Number(next.getAttribute("aria-rowindex")) > line.n) {
      next = next.previousElementSibling;
    }
    if (next) {
      next.after(row);
    } else {
      canvas.prepend(row);
    }
    row.style.top = yOf(line.n) + "px";
    rows.set(line.n, row);
  };

  const ask = () => {
    if (!opened || waiting) {
      return;
    }
    const [from, to] = seen();
    let first = 0;
    let last = 0;
    for (let n = Math.max(1, from - SPARE); n <= Math.min(total, to + SPARE); n++) {
      if (!rows.has(n)) {
        first = first || n;
        last = n;
      }
    }
    if (first) {
      waiting = true;
      worker.postMessage({ do: "read", id: ++asked, from: first, to: last, around: lookup });
    }
  };

  const drop = () => {
    const [from, to] = seen();
    for (const [n, row] of rows) {
      const kept = pinned && n >= pinned[0] && n <= pinned[1];
      if (!kept && (n < from - 2 * SPARE || n > to + 2 * SPARE)) {
        row.remove();
        rows.delete(n);
      }
    }
  };

  const took = (lines) => {
    waiting = false;
    for (const line of lines) {
      if (!rows.has(line.n)) {
        insert(line);
      }
    }
    drop();
    mark();
    tell();
    ask();
  };

  let idle;
  const settle = () => {
    // Small steps are exact; the bar of a very long log is brought in line with them afterwards.
    if (scaled()) {
      const at = (top / farthest()) * (drawn() - box.clientHeight);
      if (Math.abs(at - box.scrollTop) > 1) {
        box.scrollTop = at;
        lastScroll = box.scrollTop;
        place();
      }
    }
  };
  const scrolled = () => {
    const at = box.scrollTop;
    if (!scaled()) {
      top = at;
    } else if (at !== lastScroll) {
      const step = at - lastScroll;
      const share = at / (drawn() - box.clientHeight);
      top = Math.abs(step) < 2 * box.clientHeight ? top + step : share * farthest();
      top = Math.min(farthest(), Math.max(0, top));
      lastScroll = at;
      place();
      clearTimeout(idle);
      idle = setTimeout(settle, 150);
    }
    ask();
  };
  const goTop = (to) => {
    top = Math.min(farthest(), Math.max(0, to));
    box.scrollTop = scaled() ? (top / farthest()) * (drawn() - box.clientHeight) : top;
    lastScroll = box.scrollTop;
    if (scaled()) {
      place();
    }
    ask();
  };

  const setCurrent = (n) => {
    for (const old of section.querySelectorAll(".ln.current")) {
      old.classList.remove("current");
    }
    current = n;
    const row = rows.get(n);
    if (row) {
      row.classList.add("current");
    }
    const part = document.getElementById("L" + n);
    if (part) {
      part.classList.add("current");
    }
  };

  const inWhole = () => !box.hidden;
  const open = () => {
    if (worker) {
      return;
    }
    worker = new Worker(words.worker);
    worker.onmessage = ({ data }) => {
      if (data.failed !== undefined) {
        waiting = false;
        if (!opened) {
          canvas.textContent = words.unread;
        }
      } else if (data.opened !== undefined) {
        opened = true;
        canvas.replaceChildren();
        const probe = makeRow({ n: 1, text: "x", before: 0, more: 0 });
        probe.className = "ln";
        canvas.append(probe);
        height = probe.getBoundingClientRect().height;
        probe.remove();
        canvas.style.height = drawn() + "px";
        goTop(current ? (current - 1) * height - box.clientHeight / 3 : 0);
      } else if (data.read) {
        took(data.read);
      } else if (data.found) {
        gotFound(data);
      }
    };
    worker.onerror = () => {
      canvas.textContent = words.unread;
    };
    canvas.textContent = words.loading;
    worker.postMessage({ do: "open", lines: total, packed: packed && packed.value, log: packed ? null : kept, url: words.from && new URL(words.from, location.href).href });
  };

  const mode = (whole) => {
    $("matters").setAttribute("aria-pressed", !whole);
    $("all").setAttribute("aria-pressed", whole);
    box.hidden = !whole;
    parts.hidden = whole;
    if (partly) {
      partly.hidden = whole;
    }
    if (whole) {
      open();
      ask();
    }
  };

  const goLine = (n) => {
    setCurrent(n);
    history.replaceState(history.state, "", "#L" + n);
    const part = document.getElementById("L" + n);
    if (!inWhole() && part) {
      const fold = part.closest("details");
      if (fold) {
        fold.open = true;
      }
      part.scrollIntoView({ block: "center" });
      said(n, part.querySelector("code").textContent);
      return;
    }
    if (!readable) {
      return;
    }
    mode(true);
    box.scrollIntoView({ block: "nearest" });
    if (opened) {
      goTop((n - 1) * height - box.clientHeight / 3);
    }
    untold = n;
    tell();
  };
  const tell = () => {
    const row = rows.get(untold);
    if (row) {
      said(untold, row.lastChild.textContent);
      untold = 0;
    }
  };
  const said = (n, text) => say(`${fill(words.line, number.format(n))}: ${text.slice(0, 300)}`);

  // --- Steps from one piece of evidence to the next ---
  const where = $("where");
  const count = () => {
    if (where) {
      const i = hits.indexOf(current);
      where.textContent = fill(words.of, i < 0 ? "–" : i + 1, hits.length);
    }
  };
  const step = (by) => {
    if (hits.length === 0) {
      return;
    }
    const i = hits.indexOf(current);
    let to = i + by;
    if (i < 0) {
      const after = hits.findIndex((n) => n > current);
      to = by > 0 ? after : (after < 0 ? hits.length : after) - 1;
    }
    goLine(hits[(to + hits.length) % hits.length]);
    count();
  };

  // --- Finding ---
  const field = $("lookup");
  const result = $("found");
  let found = new Uint32Array(0);
  let foundAt = -1;
  let foundMore = false;
  let findId = 0;
  let later;
  const tellFound = () => {
    result.textContent = !lookup
      ? ""
      : found.length === 0
        ? words.nothing
        : fill(words.of, number.format(foundAt + 1), number.format(found.length) + (foundMore ? "+" : ""));
  };
  const toFound = (i) => {
    if (found.length > 0) {
      foundAt = (i + found.length) % found.length;
      goLine(found[foundAt]);
      count();
    }
    tellFound();
  };
  const gotFound = (data) => {
    if (data.id !== findId) {
      return;
    }
    found = data.found;
    foundMore = data.more;
    for (const row of rows.values()) {
      row.remove();
    }
    rows.clear();
    const from = found.findIndex((n) => n >= (current || seen()[0]));
    toFound(from < 0 ? 0 : from);
    say(result.textContent);
    ask();
  };
  const look = () => {
    const text = field.value.toLowerCase();
    if (text === lookup) {
      return;
    }
    lookup = text;
    found = new Uint32Array(0);
    findId++;
    if (lookup) {
      mode(true);
      worker.postMessage({ do: "find", id: findId, text: lookup });
    } else {
      tellFound();
      mark();
    }
  };

  // --- What is there with scripts alone ---
  const readable = (packed || words.from || kept) && "DecompressionStream" in window;
  if (readable) {
    box.append(canvas);
    show(section.querySelector(".modes"), section.querySelector(".lookup"));
    const rest = partly && partly.querySelector(".rest");
    if (rest) {
      rest.remove();
    }
    $("matters").addEventListener("click", () => mode(false));
    $("all").addEventListener("click", () => mode(true));
    box.addEventListener("scroll", scrolled, { passive: true });
    new ResizeObserver(() => ask()).observe(box);
    for (const gap of parts.querySelectorAll(".gap")) {
      const made = document.createElement("button");
      made.type = "button";
      made.textContent = words.show;
      made.addEventListener("click", () => {
        mode(true);
        goLine(Number(gap.dataset.from));
        box.focus({ preventScroll: true });
      });
      gap.append(" ", made);
    }
    field.addEventListener("input", () => {
      clearTimeout(later);
      later = setTimeout(look, 200);
    });
    field.addEventListener("keydown", (e) => {
      if (e.key === "Enter" && e.shiftKey) {
        e.preventDefault();
        toFound(foundAt - 1);
      }
    });
    section.querySelector(".lookup").addEventListener("submit", (e) => {
      e.preventDefault();
      const fresh = field.value.toLowerCase() !== lookup;
      clearTimeout(later);
      look();
      if (!fresh) {
        toFound(foundAt + 1);
      }
    });
    $("findprev").addEventListener("click", () => toFound(foundAt - 1));
    box.addEventListener("keydown", (e) => {
      const page = box.clientHeight - height;
      const to = {
        ArrowDown: top + height,
        ArrowUp: top - height,
        PageDown: top + page,
        PageUp: top - page,
        " ": top + (e.shiftKey ? -page : page),
        Home: 0,
        End: full(),
      }[e.key];
      if (to !== undefined && !e.ctrlKey && !e.metaKey && !e.altKey) {
        e.preventDefault();
        goTop(to);
      }
    });
    // What is selected stays in the page, so that it can be copied whole.
    document.addEventListener("selectionchange", () => {
      const selection = getSelection();
      const line = (node) => {
        const row = (node.nodeType === 1 ? node : node.parentElement).closest("#whole .ln");
        return row && Number(row.getAttribute("aria-rowindex"));
      };
      pinned = null;
      if (!selection.isCollapsed && selection.anchorNode && selection.focusNode) {
        const ends = [line(selection.anchorNode), line(selection.focusNode)];
        if (ends[0] && ends[1] && Math.abs(ends[0] - ends[1]) < MOST_KEPT) {
          pinned = [Math.min(...ends), Math.max(...ends)];
        }
      }
    });
  }

  show(section.querySelector(".steps"));
  if (hits.length > 0) {
    count();
    $("next").addEventListener("click", () => step(1));
    $("prev").addEventListener("click", () => step(-1));
    const keys = $("keys");
    show(keys.closest(".keys"));
    keys.checked = localStorage.getItem("keys") !== "off";
    keys.addEventListener("change", () => localStorage.setItem("keys", keys.checked ? "on" : "off"));
    document.addEventListener("keydown", (e) => {
      const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);
      const alone = !e.ctrlKey && !e.metaKey && !e.altKey;
      if (section.isConnected && keys.checked && alone && (!typing || document.activeElement === keys)) {
        if (e.key === "n" || e.key === "p") {
          e.preventDefault();
          step(e.key === "n" ? 1 : -1);
        }
      }
    });
  }

  // Links to lines, wherever they stand on the page.
  const linked = (hash) => (/^#L\d+$/.test(hash) ? Number(hash.slice(2)) : 0);
  document.getElementById("main").addEventListener("click", (e) => {
    const link = e.target.closest("a[href^='#L']");
    if (link && linked(link.hash) && (readable || document.getElementById(link.hash.slice(1)))) {
      e.preventDefault();
      goLine(linked(link.hash));
      count();
      // As a browser does by itself: Tab goes on from there.
      const line = document.getElementById(link.hash.slice(1));
      const place = inWhole() ? box : line;
      if (place === line) {
        line.tabIndex = -1;
      }
      place.focus({ preventScroll: true });
    }
  });
  const ticket = document.getElementById('ticket');
  ticket?.addEventListener('focus', () => ticket.scrollIntoView({block: 'center'}));
  if (linked(location.hash)) {
    goLine(linked(location.hash));
    count();
  }
})();
