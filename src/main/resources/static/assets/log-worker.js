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
// Of every line: its lane, what kind of time it states, and the time.
let lanes = null;
let kinds = null;
let times = null;
let starting = [];
const utf8 = new TextDecoder("utf-8", { fatal: true });
const latin1 = new TextDecoder("latin1");
const chinese = new TextDecoder("gb18030");

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

// What PackedColumns writes: numbers in LEB128, a line's lane and kind of time, then the step in
// time from the line before that states one.
const readColumns = async (packedColumns) => {
  const raw = await readAll(unpacked(new Blob([unbase64(packedColumns)])));
  let at = 0;
  const next = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const b = raw[at++];
      value += (b & 127) * factor;
      if (b < 128) {
        return value;
      }
    }
  };
  lanes = new Uint16Array(lines + 1);
  kinds = new Uint8Array(lines + 1);
  times = new Float64Array(lines + 1);
  let last = 0;
  for (let n = 1; n <= lines && at < raw.length; n++) {
    const head = next();
    lanes[n] = head >>> 2;
    kinds[n] = head & 3;
    if (kinds[n] !== 0) {
      const step = next();
      last += step % 2 === 0 ? step / 2 : -(step + 1) / 2;
      times[n] = last;
    }
  }
};

const HEADER = 0x80000000;
// The lines of some lanes, or all of them, with a header where a file begins; null: plainly all.
// Words that tell the level of a line: of warnings and errors, and of errors alone.
const ERRORS = "error|fatal|critical|exception|traceback|panic|abort|fail(?:ed|ure)?\\b|错误|失败|异常";
const LEVELS = [null, new RegExp(ERRORS + "|warn|警告", "i"), new RegExp(ERRORS, "i")];
const LEVEL_BYTES = 400;
const hasLevel = (n, level) =>
  level === 0 || LEVELS[level].test(decode(starts[n - 1], Math.min(starts[n], starts[n - 1] + LEVEL_BYTES)));

// Whether a line is within some minutes of another one, by the clock that states that one's time.
const near = (span, around) => {
  let place = Math.min(around, lines);
  while (place > 0 && kinds[place] === 0) {
    place--;
  }
  let time = -Infinity;
  return (n) => {
    time = kinds[n] === kinds[place] && kinds[n] !== 0 ? times[n] : time;
    return place === 0 || Math.abs(time - times[place]) <= span;
  };
};

const listed = (only, level, span, around) => {
  if (starting.length === 0 && only.length === 0 && level === 0 && span === 0) {
    return null;
  }
  const inSpan = span > 0 && kinds ? near(span, around) : () => true;
  const chosen = new Set(only);
  const all = new Uint32Array(lines + starting.length);
  let size = 0;
  let file = -1;
  let told = -1;
  for (let n = 1; n <= lines; n++) {
    while (file + 1 < starting.length && starting[file + 1] <= n) {
      file++;
    }
    if (inSpan(n) && (only.length === 0 || chosen.has(lanes[n])) && hasLevel(n, level)) {
      if (file !== told) {
        all[size++] = HEADER + file;
        told = file;
      }
      all[size++] = n;
    }
  }
  return all.slice(0, size);
};

const list = ({ id, only, level, span, around }) => {
  const made = listed(only, level, span, around);
  const headers = made ? made.reduce((sum, entry) => sum + (entry >= HEADER ? 1 : 0), 0) : 0;
  postMessage({ id, only, level, span, list: made, lines: made ? made.length - headers : lines });
};

// The files of a tar archive one after the other, each ending with a newline, as they were read.
const untar = (archive) => {
  const parts = [];
  let length = 0;
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0; ) {
    const field = (from, to) => latin1.decode(archive.subarray(at + from, at + to)).replace(/[\0 ]+$/, "");
    const size = parseInt(field(124, 136), 8);
    const kind = archive[at + 156];
    // '0' is a file; headers of POSIX that hold long names stand before it.
    if (kind === 0x30 || kind === 0) {
      const part = archive.subarray(at + 512, at + 512 + size);
      parts.push(part);
      length += size + (size > 0 && part[size - 1] !== NEWLINE ? 1 : 0);
    }
    at += 512 + Math.ceil(size / 512) * 512;
  }
  const all = new Uint8Array(length).fill(NEWLINE);
  let to = 0;
  for (const part of parts) {
    all.set(part, to);
    to += part.length + (part.length > 0 && part[part.length - 1] !== NEWLINE ? 1 : 0);
  }
  return all;
};

const open = async ({ packed, url, log, lines: expected, columns, starts: files }) => {
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
    if (files.length > 1) {
      bytes = untar(bytes);
    }
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
  starting = files;
  if (columns) {
    await readColumns(columns);
  }
  postMessage({
    opened: lines,
    list: listed([], 0, 0, 0),
    times: kinds !== null && kinds.some((kind) => kind !== 0),
    lanes: lanes !== null && lanes.some((lane) => lane !== 0),
  });
};

// As Lines.java tells it: pairs of GBK, two thirds of them frequent characters or punctuation.
const isChinese = (part) => {
  let pairs = 0;
  let common = 0;
  for (let i = 0; i < part.length; ) {
    const lead = part[i++];
    if (lead < 0x80) {
      continue;
    }
    const trail = i < part.length ? part[i++] : 0;
    if (lead === 0x80 || lead === 0xff || trail < 0x40 || trail === 0x7f || trail === 0xff) {
      return false;
    }
    pairs++;
    const frequent = (lead >= 0xa1 && lead <= 0xa3) || (lead >= 0xb0 && lead <= 0xd7);
    common += frequent && trail >= 0xa1 ? 1 : 0;
  }
  return pairs >= 2 && common * 3 >= pairs * 2;
};

const decode = (from, to) => {
  const part = bytes.subarray(from, to);
  try {
    return utf8.decode(part);
  } catch {
    return (isChinese(part) ? chinese : latin1).decode(part);
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
  const more = lanes && { lane: lanes[n] };
  const when = kinds && kinds[n] !== 0 && { time: times[n], uptime: kinds[n] === 2 };
  if (text.length <= LONGEST) {
    return { n, text, before: 0, more: 0, ...more, ...when };
  }
  const at = around ? Math.max(0, text.toLowerCase().indexOf(around) - 200) : 0;
  const start = at + LONGEST > text.length ? text.length - LONGEST : at;
  const rest = text.length - start - LONGEST;
  return { n, text: text.slice(start, start + LONGEST), before: start, more: rest, ...more, ...when };
};

const read = ({ id, want, around }) => {
  const inside = want.filter((n) => n >= 1 && n <= lines);
  postMessage({ id, read: inside.map((n) => line(n, around)) });
};

const lower = (b) => (b >= 65 && b <= 90 ? b + 32 : b);

// Two bytes of GB 18030 for each character that has two; made when it is first asked for.
let pairs = null;
const chineseBytes = (text) => {
  if (pairs === null) {
    pairs = new Map();
    for (let lead = 0x81; lead <= 0xfe; lead++) {
      for (let trail = 0x40; trail <= 0xfe; trail++) {
        const character = trail === 0x7f ? "" : chinese.decode(Uint8Array.of(lead, trail));
        if (character.length === 1 && !pairs.has(character)) {
          pairs.set(character, [lead, trail]);
        }
      }
    }
  }
  const out = [];
  for (const character of text) {
    const code = character.codePointAt(0);
    const pair = code < 0x80 ? [code] : pairs.get(character);
    if (!pair) {
      return null;
    }
    out.push(...pair);
  }
  return out;
};

// What is looked for, as the bytes that a log may have for it.
const wanted = (text) => {
  const all = [[...new TextEncoder().encode(text)]];
  const other = all[0].length > text.length ? chineseBytes(text) : null;
  if (other) {
    all.push(other);
  }
  return all.map((want) => want.map(lower));
};

// Letters of ASCII match in either case.
const find = async ({ id, text, only }) => {
  const mine = ++looking;
  const wants = wanted(text);
  const shortest = Math.min(...wants.map((want) => want.length));
  const firsts = new Uint8Array(256);
  for (const [b] of wants) {
    firsts[b] = 1;
    firsts[b >= 97 && b <= 122 ? b - 32 : b] = 1;
  }
  const found = [];
  let n = 0;
  let from = 0;
  const matches = (at) =>
    wants.some((want) => {
      for (let k = 0; k < want.length; k++) {
        if (lower(bytes[at + k]) !== want[k]) {
          return false;
        }
      }
      return true;
    });
  while (from < bytes.length && found.length < MOST_FOUND) {
    const stop = Math.min(bytes.length - shortest + 1, from + SLICE);
    for (let i = from; i < stop && found.length < MOST_FOUND; i++) {
      if (firsts[bytes[i]] === 1 && matches(i)) {
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
        if (only.length === 0 || only.includes(lanes[n + 1])) {
          found.push(n + 1);
        }
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
    await { open, read, find, list }[data.do](data);
  } catch (e) {
    postMessage({ id: data.id, failed: String(e) });
  }
};
