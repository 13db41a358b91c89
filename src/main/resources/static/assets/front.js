// The front page's field: files, limits, progress. Without it the form is sent as it stands.
(() => {
  "use strict";
  const form = document.getElementById("paste");
  const words = form.dataset;
  const limit = Number(words.limit);
  const area = form.querySelector("textarea");
  const file = form.querySelector("input[type=file]");
  const go = form.querySelector(".primary");
  const refused = document.getElementById("refused");
  const sending = document.getElementById("sending");
  const bar = document.getElementById("sent");
  const size = document.getElementById("sentsize");
  const cancel = document.getElementById("cancel");
  // Below this the browser's own way is as fast, and reloading the result works.
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

  // The pages that were shown before, so that Back finds them as they were left.
  const kept = new Map();
  let shown = 0;
  const remember = () => {
    kept.set(shown, { nodes: [...document.body.childNodes], title: document.title, y: scrollY });
  };
  const bring = (key) => {
    remember();
    const page = kept.get(key);
    shown = key;
    document.body.replaceChildren(...page.nodes);
    document.title = page.title;
    scrollTo(0, page.y);
  };
  const show = (html) => {
    const next = new DOMParser().parseFromString(html, "text/html");
    const nodes = [...next.body.childNodes];
    history.replaceState({ kept: shown }, "");
    remember();
    shown = Math.max(...kept.keys()) + 1;
    history.pushState({ kept: shown }, "");
    document.body.replaceChildren(...nodes);
    document.title = next.title;
    // Scripts of a parsed page do not run by themselves.
    for (const script of document.body.querySelectorAll("script[src]")) {
      const fresh = document.createElement("script");
      fresh.src = script.src;
      fresh.async = false;
      script.replaceWith(fresh);
    }
    document.dispatchEvent(new Event("faultbook:page"));
    scrollTo(0, 0);
    const main = document.getElementById("main");
    main.focus({ preventScroll: true });
    say(next.title);
  };
  addEventListener("popstate", (e) => {
    const key = e.state?.kept;
    if (key !== undefined && key !== shown && kept.has(key)) {
      bring(key);
    }
  });

  const busy = (on) => {
    sending.hidden = !on;
    go.disabled = on;
    file.disabled = on;
    area.readOnly = on;
    form.setAttribute("aria-busy", on);
  };

  const failed = (xhr) => {
    const page = new DOMParser().parseFromString(xhr.responseText, "text/html");
    const told = [...page.querySelectorAll("main h1, main .lead")].map((e) => e.textContent);
    return told.length > 0 ? told.join(". ") : words.broken;
  };

  const send = (body) => {
    const xhr = new XMLHttpRequest();
    let quarter = -1;
    refused.replaceChildren();
    bar.value = 0;
    size.textContent = "";
    busy(true);
    cancel.focus();
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
      area.focus();
      refuse(text);
    };
    xhr.addEventListener("abort", () => ended(words.cancelled));
    xhr.addEventListener("error", () => ended(words.broken));
    xhr.addEventListener("load", () => {
      if (xhr.status !== 200) {
        ended(failed(xhr));
      } else if (new URL(xhr.responseURL).pathname !== new URL(form.action).pathname) {
        location.assign(xhr.responseURL);
      } else {
        busy(false);
        // A log too large to come back in the page is read from where it came, if it was one.
        const all = body.getAll("log");
        window.faultbookLog = all.length === 1 ? all[0] : null;
        show(xhr.responseText);
      }
    });
    xhr.open("POST", form.action);
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
    if (files.length === 0 && text.trim() === "") {
      e.preventDefault();
      refuse(words.empty);
      area.focus();
      return;
    }
    if (files.length === 0 && text.length < SMALL) {
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
})();
