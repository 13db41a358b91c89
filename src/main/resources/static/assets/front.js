// The front page's field: files, limits, progress. Without it the form is sent as it stands.
(() => {
  "use strict";
  const form = document.getElementById("paste");
  const words = form.dataset;
  const limit = Number(words.limit);
  const area = form.querySelector("textarea");
  const file = form.querySelector("input[type=file]");
  const go = form.querySelector(".button--primary");
  const refused = document.getElementById("refused");
  const sending = document.getElementById("sending");
  const bar = document.getElementById("sent");
  const size = document.getElementById("sentsize");
  const cancel = document.getElementById("cancel");
  // Below this no progress is shown: the answer is there before it could be read.
  const SMALL = 200_000;

  const mib = (bytes) => (bytes / 1048576).toFixed(1) + " MiB";
  const say = (text) => {
    document.getElementById("said").textContent = text;
  };

  const refuse = (text, action) => {
    const p = document.createElement("p");
    p.textContent = text;
    refused.replaceChildren(p);
    if (action) {
      refused.append(action);
    }
    refused.scrollIntoView({ block: "nearest" });
  };

  // --- What Back, Forward and Reload find again. Kept in this tab alone, until it is closed. ---
  const MOST_LOGS = 4;
  const LONGEST_DRAFT = 2_000_000;
  // In characters; browsers give a tab about five million.
  const LONGEST_LOG = 4_000_000;
  const LOGS = "faultbook.logs";
  const CARRIED = "faultbook.carried";
  const fresh = () => Date.now().toString(36) + Math.random().toString(36).slice(2);
  const draftOf = (id) => "faultbook.draft." + id;
  const logOf = (id) => "faultbook.log." + id;
  // A browser may forbid storage, and what it gives is small: then only this document remembers.
  const stored = (key) => {
    try {
      return sessionStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const store = (key, text) => {
    try {
      sessionStorage.setItem(key, text);
      return true;
    } catch {
      return false;
    }
  };
  const forget = (key) => {
    try {
      sessionStorage.removeItem(key);
    } catch {
      // There is none.
    }
  };
  const storeLog = (packed) => {
    const id = fresh();
    const ids = JSON.parse(stored(LOGS) || "[]");
    while (ids.length >= MOST_LOGS || (!store(logOf(id), packed) && ids.length > 0)) {
      forget(logOf(ids.shift()));
    }
    ids.push(id);
    store(LOGS, JSON.stringify(ids));
    return id;
  };

  // What is kept for a log that is too large to keep: its answer, which cannot be shared any more.
  const answerAlone = (html) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    for (const part of page.querySelectorAll("#logs input[name=packed], #again")) {
      part.remove();
    }
    return page.documentElement.outerHTML;
  };

  const saveDraft = () => {
    if (!area.isConnected || area.value.length > LONGEST_DRAFT) {
      return;
    }
    if (!history.state?.draft) {
      history.replaceState({ ...history.state, draft: fresh() }, "");
    }
    store(draftOf(history.state.draft), area.value);
  };
  const recall = () => {
    const draft = history.state?.draft && stored(draftOf(history.state.draft));
    if (area.isConnected && area.value === "" && draft) {
      area.value = draft;
    }
  };
  let saving = 0;
  area.addEventListener("input", () => {
    clearTimeout(saving);
    saving = setTimeout(saveDraft, 300);
  });
  addEventListener("pagehide", saveDraft);

  // The pages of this document: the form, and each result by an id of its own.
  const FORM = "form";
  const kept = new Map();
  let shown = FORM;
  // The log of the result in sight, and logs that are too large to come back in a page.
  let current = null;
  const sent = new Map();
  const frame = (from, nodes) => ({
    nodes,
    title: from.title,
    lang: from.documentElement.lang,
    words: { ...from.body.dataset },
    y: 0,
  });
  const remember = () => {
    kept.set(shown, { ...frame(document, [...document.body.childNodes]), y: scrollY, log: current });
  };
  const put = (page) => {
    document.body.replaceChildren(...page.nodes);
    Object.assign(document.body.dataset, page.words);
    document.documentElement.lang = page.lang;
    document.title = page.title;
  };
  const bring = (id) => {
    remember();
    const page = kept.get(id);
    shown = id;
    current = page.log;
    put(page);
    scrollTo(0, page.y);
  };
  const show = (html, { again, log }) => {
    const next = new DOMParser().parseFromString(html, "text/html");
    remember();
    shown = again ? history.state.page : fresh();
    put(frame(next, [...next.body.childNodes]));
    const packed = document.querySelector("#logs input[name=packed]");
    current =
      log || storeLog(packed && packed.value.length <= LONGEST_LOG ? packed.value : answerAlone(html));
    const state = { page: shown, log: current };
    if (again) {
      history.replaceState(state, "");
    } else {
      history.pushState(state, "");
    }
    // Scripts of a parsed page do not run by themselves.
    for (const script of document.body.querySelectorAll("script[src]")) {
      const run = document.createElement("script");
      run.src = script.src;
      run.async = false;
      script.replaceWith(run);
    }
    document.dispatchEvent(new Event("faultbook:page"));
    scrollTo(0, 0);
    const main = document.getElementById("main");
    main.focus({ preventScroll: true });
    say(next.title);
  };

  // A result that this document does not have, after Reload or a visit elsewhere: asked for anew.
  const restore = (id) => {
    const packed = stored(logOf(id));
    if (packed === null) {
      refuse(words.lost);
      return;
    }
    if (packed.startsWith("<")) {
      show(packed, { again: true, log: id });
      return;
    }
    const body = new FormData();
    body.append("packed", packed);
    send(body, { to: "/?again=1", again: true, log: id });
  };
  addEventListener("popstate", (e) => {
    const id = e.state?.page ?? FORM;
    if (location.hash !== "" && !e.state) {
      return;
    }
    if (id !== shown && kept.has(id)) {
      bring(id);
      recall();
    } else if (id !== shown && e.state?.log) {
      bring(FORM);
      restore(e.state.log);
    }
  });
  // A link to a line of the log makes an entry of its own in the history.
  addEventListener("hashchange", () => {
    if (!history.state && shown !== FORM) {
      history.replaceState({ page: shown, log: current }, "");
    }
  });

  // The other language is the same log once more; a form keeps what was typed.
  document.addEventListener("click", (e) => {
    const change = e.target.closest?.(".top__language");
    if (!change || e.ctrlKey || e.metaKey || e.shiftKey) {
      return;
    }
    if (shown === FORM) {
      store(CARRIED, area.value.slice(0, LONGEST_DRAFT));
      return;
    }
    const lang = change.lang.slice(0, 2);
    const packed = document.querySelector("#logs input[name=packed]");
    const body = packed ? new FormData() : sent.get(current);
    if (body) {
      e.preventDefault();
      if (packed) {
        body.append("packed", packed.value);
      }
      send(body, { to: "/?again=1&lang=" + lang, log: current });
    }
  });

  // The link to the form begins anew, in an entry of its own: Back finds the answer.
  document.addEventListener("click", (e) => {
    const home = e.target.closest?.("a.top__home, a.top__brand");
    if (!home || shown === FORM || e.ctrlKey || e.metaKey || e.shiftKey) {
      return;
    }
    if (kept.get(FORM)?.lang !== document.documentElement.lang) {
      return;
    }
    e.preventDefault();
    bring(FORM);
    history.pushState({ page: FORM }, "", home.href);
    form.reset();
    area.value = "";
    refused.replaceChildren();
    area.focus();
  });

  const busy = (on, large) => {
    sending.hidden = !on || !large;
    go.disabled = on;
    file.disabled = on;
    area.readOnly = on;
    form.setAttribute("aria-busy", on);
  };

  const failed = (xhr) => {
    const page = new DOMParser().parseFromString(xhr.responseText, "text/html");
    const told = [...page.querySelectorAll("main h1, main .lead")].map((e) => e.textContent);
    return told.length > 0 ? told.join(words.stop) : words.broken;
  };

  const weight = (body) => {
    let sum = 0;
    for (const part of body.values()) {
      sum += part.size ?? part.length;
    }
    return sum;
  };
  const send = (body, { to = form.action, again = false, log = null } = {}) => {
    const large = weight(body) > SMALL;
    const xhr = new XMLHttpRequest();
    let quarter = -1;
    refused.replaceChildren();
    bar.value = 0;
    size.textContent = "";
    busy(true, large);
    if (large && shown === FORM) {
      cancel.focus();
    }
    cancel.onclick = () => xhr.abort();
    xhr.upload.addEventListener("progress", (e) => {
      if (!e.lengthComputable) {
        return;
      }
      const part = e.loaded / e.total;
      bar.value = part * 100;
      size.textContent = words.sent.replace("{0}", mib(e.loaded)).replace("{1}", mib(e.total));
      if (Math.floor(part * 4) > quarter) {
        quarter = Math.floor(part * 4);
        say(Math.round(part * 100) + " %");
      }
    });
    xhr.upload.addEventListener("load", () => {
      bar.removeAttribute("value");
      size.textContent = words.reading;
      say(words.reading);
    });
    const ended = (text) => {
      busy(false);
      if (shown !== FORM) {
        bring(FORM);
      }
      area.focus();
      refuse(text);
    };
    xhr.addEventListener("abort", () => ended(words.cancelled));
    xhr.addEventListener("error", () => ended(words.broken));
    xhr.addEventListener("load", () => {
      if (xhr.status !== 200) {
        ended(failed(xhr));
      } else if (new URL(xhr.responseURL).pathname !== new URL(to, location.href).pathname) {
        location.assign(xhr.responseURL);
      } else {
        busy(false);
        // A log too large to come back in the page is read from where it came, if it was one.
        const all = body.getAll("log");
        window.faultbookLog = all.length === 1 ? all[0] : null;
        show(xhr.responseText, { again, log });
        sent.set(current, body);
      }
    });
    xhr.open("POST", to);
    xhr.setRequestHeader("Accept", "text/html");
    xhr.send(body);
  };

  const parcel = (files) => {
    const body = new FormData();
    if (area.value.trim() !== "") {
      body.append("log", new Blob([area.value], { type: "text/plain" }), "");
    }
    for (const f of files) {
      body.append("log", f, f.name);
    }
    return body;
  };

  // A packed file says little about its text; a plain one can be cut.
  const tail = (big) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = words.tail;
    made.addEventListener("click", () => {
      send(parcel([new File([big.slice(-(limit - 1024))], big.name)]));
    });
    return made;
  };

  form.addEventListener("submit", (e) => {
    if (go.disabled) {
      e.preventDefault();
      return;
    }
    const files = [...file.files];
    const text = area.value;
    saveDraft();
    if (files.length === 0 && text.trim() === "") {
      e.preventDefault();
      refuse(words.empty);
      area.focus();
      return;
    }
    e.preventDefault();
    const bytes = files.reduce((sum, f) => sum + f.size, new Blob([text]).size);
    if (bytes > limit) {
      const one = files.length === 1 && text.trim() === "" && !/\.(gz|tgz|zip)$/i.test(files[0].name);
      refuse(words.large.replace("{0}", mib(bytes)).replace("{1}", mib(limit)), one && tail(files[0]));
      return;
    }
    send(parcel(files));
  });

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

  const holdsFiles = (e) => area.isConnected && e.dataTransfer && [...e.dataTransfer.types].includes("Files");
  document.addEventListener("dragover", (e) => {
    if (holdsFiles(e)) {
      e.preventDefault();
      area.classList.add("is-dropping");
    }
  });
  document.addEventListener("dragleave", (e) => {
    if (!e.relatedTarget) {
      area.classList.remove("is-dropping");
    }
  });
  document.addEventListener("drop", (e) => {
    if (holdsFiles(e)) {
      e.preventDefault();
      area.classList.remove("is-dropping");
      file.files = e.dataTransfer.files;
      form.requestSubmit();
    }
  });

  // --- What this entry of the history held, or the other language's page ---
  const carried = stored(CARRIED);
  forget(CARRIED);
  if (area.value === "" && carried) {
    area.value = carried;
  }
  recall();
  // The address typed or followed once more begins anew; Reload, Back and Forward do not.
  const [navigation] = performance.getEntriesByType("navigation");
  if (history.state?.log && navigation?.type !== "navigate") {
    restore(history.state.log);
  }
})();
