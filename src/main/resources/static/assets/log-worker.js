// Holds a whole log, unpacked, and reads lines from it; away from the page, which stays quick.
"use strict";
const LONGEST = 2000;
const MOST_FOUND = 100_000;
const SLICE = 4 * 1024 * 1024;
const NEWLINE = 10;

let bytes = new Uint8Array(0);
let starts = new Uint32Array(1);
let lines = 0;
let looking = 0;
const utf8 = new TextDecoder("utf-8", { fatal: true });
const latin1 = new TextDecoder("latin1");

const unbase64 = (text) => {
  if (Uint8Array.fromBase64) {
    return Uint8Array.fromBase64(text);
  }
  const raw = atob(text);
  const out = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) {
    out[i] = raw.charCodeAt(i);
  }
  return out;
};

const readAll = async (stream) => {
  const parts = [];
  let length = 0;
  for (const reader = stream.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    parts.push(value);
    length += value.length;
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};

const unpacked = (blob) => blob.stream().pipeThrough(new DecompressionStream("gzip"));

const open = async ({ packed, url, log, lines: expected }) => {
  if (log) {
    const magic = new Uint8Array(await log.slice(0, 2).arrayBuffer());
    bytes = await readAll(magic[0] === 0x1f && magic[1] === 0x8b ? unpacked(log) : log.stream());
  } else if (url) {
    const answer = await fetch(url);
    if (!answer.ok) {
      throw new Error(String(answer.status));
    }
    bytes = await readAll(answer.body);
  } else {
    bytes = await readAll(unpacked(new Blob([unbase64(packed)])));
  }
  let ends = 0;
  for (let i = bytes.indexOf(NEWLINE); i >= 0; i = bytes.indexOf(NEWLINE, i + 1)) {
    ends++;
  }
  lines = ends + (bytes.length > 0 && bytes[bytes.length - 1] !== NEWLINE ? 1 : 0);
  // An archive, or another encoding: its lines are not those that were diagnosed.
  if (lines !== expected) {
    throw new Error("other lines");
  }
  starts = new Uint32Array(lines + 1);
  let n = 1;
  for (let i = bytes.indexOf(NEWLINE); i >= 0 && n <= lines; i = bytes.indexOf(NEWLINE, i + 1)) {
    starts[n++] = i + 1;
  }
  starts[lines] = bytes.length;
  postMessage({ opened: lines });
};

const decode = (from, to) => {
  const part = bytes.subarray(from, to);
  try {
    return utf8.decode(part);
  } catch {
    return latin1.decode(part);
  }
};

// A very long line in part: the part around a place that matters, else its start.
const line = (n, around) => {
  const from = starts[n - 1];
  let to = starts[n];
  while (to > from && (bytes[to - 1] === NEWLINE || bytes[to - 1] === 13)) {
    to--;
  }
  let text = decode(from, to);
  const back = text.lastIndexOf("\r");
  if (back >= 0) {
    text = text.slice(back + 1);
  }
  if (text.length <= LONGEST) {
    return { n, text, before: 0, more: 0 };
  }
  const at = around ? Math.max(0, text.toLowerCase().indexOf(around) - 200) : 0;
  const start = at + LONGEST > text.length ? text.length - LONGEST : at;
  return { n, text: text.slice(start, start + LONGEST), before: start, more: text.length - start - LONGEST };
};

const read = ({ id, from, to, around }) => {
  const out = [];
  for (let n = Math.max(1, from); n <= Math.min(lines, to); n++) {
    out.push(line(n, around));
  }
  postMessage({ id, read: out });
};

const lower = (b) => (b >= 65 && b <= 90 ? b + 32 : b);

// Letters of ASCII match in either case.
const find = async ({ id, text }) => {
  const mine = ++looking;
  const want = new TextEncoder().encode(text).map(lower);
  const first = want[0];
  const upper = first >= 97 && first <= 122 ? first - 32 : first;
  const found = [];
  let n = 0;
  let from = 0;
  const matches = (at) => {
    for (let k = 1; k < want.length; k++) {
      if (lower(bytes[at + k]) !== want[k]) {
        return false;
      }
    }
    return true;
  };
  while (from < bytes.length && found.length < MOST_FOUND) {
    const stop = Math.min(bytes.length - want.length + 1, from + SLICE);
    for (let i = from; i < stop && found.length < MOST_FOUND; i++) {
      const b = bytes[i];
      if ((b === first || b === upper) && matches(i)) {
        let high = lines;
        // The line that holds this byte.
        while (n + 1 < high) {
          const middle = (n + high) >>> 1;
          if (starts[middle] <= i) {
            n = middle;
          } else {
            high = middle;
          }
        }
        found.push(n + 1);
        i = starts[n + 1] - 1;
      }
    }
    from = Math.max(stop, from + SLICE);
    await new Promise((go) => setTimeout(go));
    if (mine !== looking) {
      return;
    }
  }
  postMessage({ id, found: Uint32Array.from(found), more: found.length >= MOST_FOUND });
};

onmessage = async ({ data }) => {
  try {
    await { open, read, find }[data.do](data);
  } catch (e) {
    postMessage({ id: data.id, failed: String(e) });
  }
};
