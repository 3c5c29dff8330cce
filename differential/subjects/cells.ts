/** A stretch of a line in one style: what a terminal shows, whichever sequences were written. */
export interface Run {
  text: string;
  style: string;
}

// String sequences first: what they hold is theirs. Then control sequences, then two-character escapes.
const SEQUENCE = /\x1b(?:[\]P_^X][\s\S]*?(?:\x07|\x1b\\)|\[[0-?]*[ -/]*[@-~]|[ -/]*[0-~])/g;

export function plain(line: string): string {
  return line.replace(SEQUENCE, "");
}

/** A line as its styled runs. Sequences that change nothing visible vanish. */
export function runs(line: string): Run[] {
  const found: Run[] = [];
  const state: State = { flags: new Map(), link: "" };
  let at = 0;
  for (const match of line.matchAll(SEQUENCE)) {
    add(found, line.slice(at, match.index), state);
    apply(state, match[0]);
    at = match.index + match[0].length;
  }
  add(found, line.slice(at), state);
  return found;
}

/** The runs without the blanks at the end of the line: whether a row is filled up is compared on its own. */
export function visible(line: string): Run[] {
  const found = runs(line);
  for (let last = found.at(-1); last; last = found.at(-1)) {
    last.text = last.text.trimEnd();
    if (last.text !== "") break;
    found.pop();
  }
  return found;
}

/** What is written on a line with its styles, without the blanks between. */
export function inked(line: string): Run[] {
  const found = runs(line).flatMap(({ text, style }) => text.split(/ +/).map((part) => ({ text: part, style })));
  return found.filter(({ text }) => text !== "");
}

interface State {
  flags: Map<string, string>;
  link: string;
}

function add(found: Run[], text: string, { flags, link }: State): void {
  for (const part of text.split(/( +)/)) {
    if (part === "") continue;
    const shown = part.startsWith(" ") ? [...flags].filter(([slot]) => ON_BLANKS.has(slot)) : [...flags];
    const style = [...shown.map(([, value]) => value), link].filter(Boolean).sort().join(" ");
    const last = found.at(-1);
    if (last?.style === style) last.text += part;
    else found.push({ text: part, style });
  }
}

/** What a blank shows of its style: background, underline, inverse, strike-through. */
const ON_BLANKS: ReadonlySet<string> = new Set(["bg", "ul", "4", "7", "9"]);

function apply(state: State, sequence: string): void {
  const link = /^\x1b\]8;[^;]*;([^\x07\x1b]*)/.exec(sequence);
  if (link) state.link = link[1] ?? "";
  const sgr = /^\x1b\[([\d;:]*)m$/.exec(sequence);
  if (sgr) applySgr(state.flags, (sgr[1] || "0").split(";"));
}

const OFF: Readonly<Record<string, readonly string[]>> = {
  22: ["1", "2"],
  23: ["3"],
  24: ["4"],
  25: ["5"],
  27: ["7"],
  28: ["8"],
  29: ["9"],
  39: ["fg"],
  49: ["bg"],
  59: ["ul"],
};

function applySgr(flags: Map<string, string>, codes: string[]): void {
  for (let code = codes.shift(); code !== undefined; code = codes.shift()) applyCode(flags, Number(code || "0"), codes);
}

const EXTENDED: Readonly<Record<number, string>> = { 38: "fg", 48: "bg", 58: "ul" };

function applyCode(flags: Map<string, string>, code: number, rest: string[]): void {
  const slot = EXTENDED[code];
  if (code === 0) flags.clear();
  else if (slot) flags.set(slot, `${code}:${rest.splice(0, rest[0] === "2" ? 4 : 2).join(",")}`);
  else if (OFF[code]) for (const name of OFF[code]) flags.delete(name);
  else flags.set(slotOf(code), String(code));
}

function slotOf(code: number): string {
  if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) return "fg";
  if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107)) return "bg";
  return String(code);
}
