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
  const partly = $("partly");
  const files = words.files ? words.files.split("\n") : [];
  const starts = words.starts ? words.starts.split(",").map(Number) : [];
  const number = new Intl.NumberFormat(document.documentElement.lang);
  const fill = (text, ...values) => values.reduce((t, v, i) => t.replace(`{${i}}`, v), text);
  const say = (text) => {
    document.getElementById("said").textContent = text;
  };
  // The file that holds a line, and what the line is called in it.
  const fileOf = (n) => {
    let low = 0;
    for (let high = starts.length - 1; low < high; ) {
      const middle = (low + high + 1) >>> 1;
      if (starts[middle] <= n) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  };
  const inFile = (n) => (files.length > 0 ? n - starts[fileOf(n)] + 1 : n);
  const placeOf = (n) => (files.length > 0 ? `${files[fileOf(n)]}:${inFile(n)}` : fill(words.line, n));
  const show = (...all) => all.forEach((e) => e && e.removeAttribute("hidden"));

  // --- Lines as they are drawn ---
  const COLOURS = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];
  const styled = (codes, before) => {
    let bold = before.startsWith("ansi--bold");
    let colour = before.replace(/^ansi--bold ?/, "");
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
        colour = "ansi--" + COLOURS[n % 10];
      } else if (n === 38 || n === 48) {
        break;
      }
    }
    return ((bold ? "ansi--bold " : "") + colour).trim();
  };
  // Marks of direction and characters that nobody sees, as the server drops them from other texts.
  const UNSEEN =
    /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e007f}\u{e0100}-\u{e01ef}]/gu;
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
        .replace(UNSEEN, "")
        .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "\ufffd");
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
    span.className = "log__cut";
    span.textContent = text;
    code.append(span);
  };

  // --- The whole log: only the lines in sight are in the page ---
  const TALLEST = 8_000_000;
  const SPARE = 15;
  const MOST_KEPT = 3000;
  // An entry of the list is the number of a line, or HEADER and the index of a file that begins.
  const HEADER = 0x80000000;
  let worker;
  let opened = false;
  let list = null;
  let only = [];
  let level = 0;
  // Milliseconds around the marked line to which the log is narrowed; 0 for all of it.
  let span = 0;
  const narrowed = () => only.length > 0 || level > 0 || span > 0;
  let wraps = false;
  let height = 20;
  let top = 0;
  let lastScroll = 0;
  let lookup = "";
  let current = 0;
  let last = 0;
  let asked = 0;
  let waiting = false;
  let pinned = null;
  let untold = 0;
  const rows = new Map();
  const canvas = document.createElement("div");
  canvas.className = "viewer__canvas";
  canvas.setAttribute("role", "rowgroup");
  const heading = document.createElement("div");
  heading.className = "log__file";
  heading.setAttribute("aria-hidden", "true");
  // All ranks have a name in the whole log, the worst alone a button.
  const laneNames = ["", ...($("lanes")?.dataset.names.split("\n") ?? [])];
  const chips = [...section.querySelectorAll(".log__lane")];
  for (const chip of chips) {
    laneNames[Number(chip.dataset.lane)] = chip.textContent;
  }

  const count = () => (list ? list.length : total);
  const entryAt = (i) => (list ? list[i] : i + 1);
  const keyOf = (entry) => (entry >= HEADER ? starts[entry - HEADER] - 0.5 : entry);
  // Where an entry stands in the list, or -1.
  const indexOf = (entry) => {
    if (!list) {
      return entry - 1;
    }
    let low = 0;
    let high = list.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const step = keyOf(list[middle]) - keyOf(entry);
      if (step === 0) {
        return middle;
      }
      if (step < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  };
  // Wrapped lines differ in height, so the last one may come to the top.
  const full = () => (wraps ? (count() - 1) * height + box.clientHeight : count() * height);
  const drawn = () => Math.min(full(), TALLEST);
  const scaled = () => full() > TALLEST;
  const farthest = () => Math.max(0, full() - box.clientHeight);
  const yOf = (entry) => {
    const y = indexOf(entry) * height;
    return scaled() ? y - top + box.scrollTop : y;
  };
  const seen = () => {
    const from = Math.min(Math.floor(top / height), Math.max(0, count() - 1));
    return [from, Math.min(count() - 1, from + Math.ceil(box.clientHeight / height))];
  };

  const cell = (className, text) => {
    const made = document.createElement("span");
    made.className = className;
    made.setAttribute("role", "cell");
    made.textContent = text;
    return made;
  };
  const timeText = (millis, uptime) => {
    const rest = uptime ? millis : ((millis % 86_400_000) + 86_400_000) % 86_400_000;
    const fraction = String(1000 + (rest % 1000)).slice(1).replace(/0+$/, "");
    const seconds = Math.floor(rest / 1000);
    const two = (n) => String(n).padStart(2, "0");
    const whole = uptime
      ? String(seconds)
      : `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
    return fraction ? `${whole}.${fraction}` : whole;
  };
  const makeBorder = (entry) => {
    const row = document.createElement("div");
    row.className = "ln log__border";
    row.setAttribute("role", "row");
    row.append(cell("", files[entry - HEADER]));
    row.entry = entry;
    return row;
  };
  const makeRow = ({ n, text, before, more, lane, time, uptime }) => {
    const row = document.createElement("div");
    const no = document.createElement("span");
    const link = document.createElement("a");
    const code = document.createElement("code");
    const known = document.getElementById("L" + n);
    row.className = known && known.classList.contains("ln--hit") ? known.className : "ln";
    row.title = known ? known.title : "";
    row.setAttribute("role", "row");
    row.setAttribute("aria-rowindex", n);
    row.entry = n;
    no.className = "ln__number";
    no.setAttribute("role", "rowheader");
    link.href = "#L" + n;
    link.tabIndex = -1;
    link.textContent = inFile(n);
    no.append(link);
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
    row.append(no);
    if (box.classList.contains("log--times")) {
      row.append(cell("ln__time", time === undefined ? "" : timeText(time, uptime)));
    }
    if (box.classList.contains("log--lanes")) {
      row.append(cell("ln__lane", laneNames[lane] ?? ""));
    }
    row.append(code);
    row.classList.toggle("is-current", isChosen(n));
    return row;
  };

  // Wrapped rows follow on one another from the first one in sight; others have their own place.
  const place = () => {
    if (!wraps) {
      for (const [entry, row] of rows) {
        row.style.top = yOf(entry) + "px";
      }
      return;
    }
    const [from] = seen();
    const ordered = [...rows.values()].sort((a, b) => keyOf(a.entry) - keyOf(b.entry));
    const above = ordered.filter((row) => indexOf(row.entry) < from);
    const below = ordered.slice(above.length);
    const first = below[0]?.offsetHeight ?? height;
    const start = box.scrollTop - (top / height - from) * first;
    let y = start;
    for (const row of below) {
      row.style.top = y + "px";
      y += row.offsetHeight;
    }
    y = start;
    for (const row of above.reverse()) {
      y -= row.offsetHeight;
      row.style.top = y + "px";
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

  const insert = (row) => {
    let next = canvas.lastElementChild;
    while (next && keyOf(next.entry) > keyOf(row.entry)) {
      next = next.previousElementSibling;
    }
    if (next) {
      next.after(row);
    } else {
      canvas.prepend(row);
    }
    rows.set(row.entry, row);
    if (!wraps) {
      row.style.top = yOf(row.entry) + "px";
    }
  };

  const head = () => {
    if (files.length > 0 && count() > 0) {
      const entry = entryAt(seen()[0]);
      heading.textContent = files[entry >= HEADER ? entry - HEADER : fileOf(entry)];
    }
  };

  const ask = () => {
    head();
    if (!opened || waiting) {
      return;
    }
    const [from, to] = seen();
    const want = [];
    for (let i = Math.max(0, from - SPARE); i <= Math.min(count() - 1, to + SPARE); i++) {
      const entry = entryAt(i);
      if (!rows.has(entry)) {
        if (entry >= HEADER) {
          insert(makeBorder(entry));
        } else {
          want.push(entry);
        }
      }
    }
    if (want.length > 0) {
      waiting = true;
      worker.postMessage({ do: "read", id: ++asked, want, around: lookup });
    }
  };

  const drop = () => {
    const [from, to] = seen();
    for (const [entry, row] of rows) {
      const kept = pinned && entry >= pinned[0] && entry <= pinned[1];
      const i = indexOf(entry);
      if (!kept && (i < from - 2 * SPARE || i > to + 2 * SPARE)) {
        row.remove();
        rows.delete(entry);
      }
    }
  };

  const took = (lines) => {
    waiting = false;
    for (const line of lines) {
      if (!rows.has(line.n) && indexOf(line.n) >= 0) {
        insert(makeRow(line));
      }
    }
    drop();
    if (wraps) {
      place();
    }
    mark();
    tell();
    ask();
  };

  const clearRows = () => {
    for (const row of rows.values()) {
      row.remove();
    }
    rows.clear();
  };
  const resize = () => {
    canvas.style.height = drawn() + "px";
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
    if (wraps) {
      place();
    }
    ask();
  };
  const goTop = (to) => {
    top = Math.min(farthest(), Math.max(0, to));
    box.scrollTop = scaled() ? (top / farthest()) * (drawn() - box.clientHeight) : top;
    lastScroll = box.scrollTop;
    if (scaled() || wraps) {
      place();
    }
    ask();
  };
  const goEntry = (n) => goTop(indexOf(n) * height - box.clientHeight / 3);

  const isChosen = (n) => n >= current && n <= last;
  // A line, or several of them.
  const setCurrent = (n, to = n) => {
    for (const old of section.querySelectorAll(".ln.is-current")) {
      old.classList.remove("is-current");
    }
    current = n;
    last = to;
    if (copyLink) {
      copyLink.disabled = false;
    }
    for (const [entry, row] of rows) {
      row.classList.toggle("is-current", isChosen(entry));
    }
    for (const part of parts.querySelectorAll(".ln[id]")) {
      part.classList.toggle("is-current", isChosen(Number(part.id.slice(1))));
    }
  };
  const hashOf = () => "#L" + current + (last > current ? "-L" + last : "");

  // Where the evidence stands in the whole of the log, beside it.
  const map = document.createElement("div");
  const drawMap = () => {
    map.className = "viewer__map";
    map.setAttribute("aria-hidden", "true");
    map.replaceChildren(
      ...hits.map((n) => {
        const tick = document.createElement("i");
        tick.style.top = ((n - 1) / total) * (box.clientHeight - 6) + "px";
        tick.title = placeOf(n);
        tick.addEventListener("click", () => goLine(n));
        return tick;
      }),
    );
    box.prepend(map);
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
        box.classList.toggle("log--times", data.times);
        box.classList.toggle("log--lanes", data.lanes);
        list = data.list;
        const probe = makeRow({ n: 1, text: "x", before: 0, more: 0 });
        probe.className = "ln";
        canvas.append(probe);
        height = probe.getBoundingClientRect().height;
        probe.remove();
        if (files.length > 0) {
          box.prepend(heading);
          heading.style.height = height + "px";
          heading.style.marginBottom = -height + "px";
        }
        drawMap();
        if (data.times) {
          show($("span").parentElement);
        }
        if (narrowed()) {
          filter();
        } else {
          resize();
          if (current) {
            goEntry(current);
          } else {
            goTop(0);
          }
        }
        if (lookup) {
          seek();
        }
      } else if (data.list !== undefined) {
        takeList(data);
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
    worker.postMessage({ do: "open", lines: total, packed: packed && packed.value, log: packed ? null : kept, columns: words.columns, starts, url: words.from && new URL(words.from, location.href).href });
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

  // --- Only some ranks ---
  const filter = () => {
    if (opened) {
      worker.postMessage({ do: "list", id: ++asked, only, level, span, around: current || Number(words.lead) });
    }
  };
  const takeList = (data) => {
    if (data.only.join() !== only.join() || data.level !== level || data.span !== span) {
      return;
    }
    waiting = false;
    list = data.list;
    clearRows();
    resize();
    if (current && indexOf(current) >= 0) {
      goEntry(current);
    } else {
      goTop(0);
    }
    const chosen = ["level", "span"].map($).filter((select) => select.value !== "0");
    const names = [...only.map((lane) => laneNames[lane]), ...chosen.map((select) => select.selectedOptions[0].text)].join(", ");
    say(names ? fill(words.filtered, number.format(data.lines), names) : words.unfiltered);
  };
  // Whether what is found next leaves the view where it is.
  let staying = false;
  const choose = (lanes) => {
    only = lanes;
    for (const chip of chips) {
      chip.setAttribute("aria-pressed", only.includes(Number(chip.dataset.lane)));
    }
    $("everylane").hidden = only.length === 0;
    mode(true);
    filter();
    if (lookup) {
      findAgain();
    } else {
      staying = false;
    }
  };

  const goLine = (n, to = n) => {
    setCurrent(n, to);
    history.replaceState(history.state, "", hashOf());
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
    if (opened && indexOf(n) >= 0) {
      goEntry(n);
    } else if (narrowed()) {
      level = 0;
      span = 0;
      $("level").value = "0";
      $("span").value = "0";
      // What is linked is shown, whatever was chosen before.
      staying = true;
      choose([]);
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
  const said = (n, text) => say(`${placeOf(n)}: ${text.slice(0, 300)}`);

  // --- Steps from one piece of evidence to the next ---
  const where = $("where");
  const countHits = () => {
    if (where) {
      const i = hits.indexOf(current);
      where.textContent = fill(words.of, i < 0 ? "–" : i + 1, hits.length);
    }
  };
  const step = (by) => {
    // Among the chosen ranks, as long as they have evidence.
    const chosen = opened && narrowed() ? hits.filter((n) => indexOf(n) >= 0) : [];
    const list = chosen.length > 0 ? chosen : hits;
    if (list.length === 0) {
      return;
    }
    const i = list.indexOf(current);
    let to = i + by;
    if (i < 0) {
      const lead = current === 0 ? list.indexOf(Number(words.lead)) : -1;
      const after = lead >= 0 ? lead : list.findIndex((n) => n > current);
      to = by > 0 ? after : (after < 0 ? list.length : after) - 1;
    }
    goLine(list[(to + list.length) % list.length]);
    countHits();
  };

  // --- Finding ---
  const field = $("lookup");
  const result = $("found");
  let found = new Uint32Array(0);
  let foundAt = -1;
  let foundMore = false;
  let answered = false;
  let findId = 0;
  let later;
  const tellFound = () => {
    result.textContent = !lookup || !answered
      ? ""
      : found.length === 0
        ? words.nothing
        : fill(words.of, number.format(foundAt + 1), number.format(found.length) + (foundMore ? "+" : ""));
  };
  const toFound = (i) => {
    if (found.length > 0) {
      foundAt = (i + found.length) % found.length;
      goLine(found[foundAt]);
      countHits();
    }
    tellFound();
  };
  const gotFound = (data) => {
    if (data.id !== findId) {
      return;
    }
    found = data.found;
    foundMore = data.more;
    answered = true;
    clearRows();
    if (staying) {
      staying = false;
      foundAt = -1;
      result.textContent = fill(words.of, "–", number.format(found.length) + (foundMore ? "+" : ""));
      ask();
      return;
    }
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
    findAgain();
  };
  // What is looked for while the log is still being unpacked is asked once it is there.
  const seek = () => worker.postMessage({ do: "find", id: findId, text: lookup, only });
  const findAgain = () => {
    found = new Uint32Array(0);
    answered = false;
    findId++;
    if (lookup) {
      mode(true);
      if (opened) {
        seek();
      }
    } else {
      tellFound();
      mark();
    }
  };

  // --- What is there with scripts alone ---
  const copyLink = $("linkline");
  const readable = (packed || words.from || kept) && "DecompressionStream" in window;
  if (readable) {
    box.append(canvas);
    show(section.querySelector(".logbar__modes"), section.querySelector(".logbar__lookup"));
    const rest = $("partlyrest");
    if (rest) {
      rest.remove();
    }
    $("matters").addEventListener("click", () => mode(false));
    $("all").addEventListener("click", () => mode(true));
    box.addEventListener("scroll", scrolled, { passive: true });
    new ResizeObserver(() => {
      if (opened) {
        resize();
        place();
        drawMap();
      }
      ask();
    }).observe(box);
    field.setAttribute("aria-keyshortcuts", "/");
    document.getElementById("find").removeAttribute("aria-keyshortcuts");
    show($("wrap"), $("lanes"), copyLink, section.querySelector(".logbar__level"));
    for (const select of [$("level"), $("span")]) {
      select.addEventListener("change", () => {
        level = Number($("level").value);
        span = Number($("span").value);
        mode(true);
        filter();
      });
    }
    $("wrap").addEventListener("click", () => {
      const at = top / height;
      mode(true);
      wraps = !wraps;
      $("wrap").setAttribute("aria-pressed", wraps);
      box.classList.toggle("viewer--wrap", wraps);
      resize();
      goTop(at * height);
      place();
    });
    for (const chip of chips) {
      const lane = Number(chip.dataset.lane);
      chip.addEventListener("click", () => {
        choose(only.includes(lane) ? only.filter((l) => l !== lane) : [...only, lane]);
      });
    }
    $("everylane")?.addEventListener("click", () => {
      choose([]);
      chips[0].focus();
    });
    copyLink?.addEventListener("click", () => {
      const address = new URL(words.from.replace(/\/log$/, "") + hashOf(), location.href);
      document.dispatchEvent(
        new CustomEvent("faultbook:copy", { detail: { text: address.href, button: copyLink } }));
    });
    for (const gap of parts.querySelectorAll(".log__gap")) {
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
    section.querySelector(".logbar__lookup").addEventListener("submit", (e) => {
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
    // In the capturing phase: elsewhere, the slash goes to the search for pages.
    document.addEventListener(
      "keydown",
      (e) => {
        const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);
        if (e.key === "/" && section.isConnected && !typing && !e.ctrlKey && !e.metaKey && !e.altKey) {
          e.preventDefault();
          e.stopImmediatePropagation();
          field.focus();
        }
      },
      true,
    );
    // What is selected stays in the page, so that it can be copied whole.
    document.addEventListener("selectionchange", () => {
      const selection = getSelection();
      const line = (node) => {
        const row = (node.nodeType === 1 ? node : node.parentElement).closest("#whole .ln[aria-rowindex]");
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

  show(section.querySelector(".logbar__steps"));
  if (hits.length > 0) {
    countHits();
    $("next").addEventListener("click", () => step(1));
    $("prev").addEventListener("click", () => step(-1));
    const keys = $("keys");
    show(keys.closest(".logbar__keys"));
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

  document.addEventListener("keydown", (e) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);
    if (e.key === "?" && section.isConnected && !typing) {
      $("keyhelp").showModal();
    }
  });

  // Links to lines, wherever they stand on the page: #L12, #L12-L20.
  const ends = (hash) => hash.match(/^#L(\d+)(?:-L?(\d+))?$/) ?? [];
  const linked = (hash) => Number(ends(hash)[1] ?? 0);
  const goLinked = (hash) => {
    const from = linked(hash);
    goLine(from, Math.max(from, Number(ends(hash)[2] ?? 0)));
  };
  document.getElementById("main").addEventListener("click", (e) => {
    const link = e.target.closest("a[href^='#L']");
    if (link && linked(link.hash) && (readable || document.getElementById(link.hash.slice(1)))) {
      e.preventDefault();
      const to = linked(link.hash);
      if (e.shiftKey && current > 0) {
        goLine(Math.min(current, to), Math.max(last, to));
      } else {
        goLinked(link.hash);
      }
      countHits();
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
  addEventListener("hashchange", () => {
    if (section.isConnected && linked(location.hash)) {
      goLinked(location.hash);
      countHits();
    }
  });
  if (linked(location.hash)) {
    goLinked(location.hash);
    countHits();
  }
})();
