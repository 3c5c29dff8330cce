/**
 * Returns the value of a YAML scalar or flow collection in which `YamlNesting` found no problem. Anything but a number, a keyword or quoted
 * text is plain text.
 */
export function parseScalar(text: string): unknown {
  const trimmed = text.trim();
  const first = trimmed[0];
  if (first === "[" || first === "{") return new FlowReader(trimmed).readWhole();
  if (first === '"' || first === "'") return parseQuoted(trimmed);
  return plain(withoutComment(trimmed));
}

function plain(text: string): unknown {
  if (text === "" || text === "~" || /^null$/i.test(text)) return null;
  if (/^true$/i.test(text)) return true;
  if (/^false$/i.test(text)) return false;
  return /^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/.test(text) ? Number(text) : text;
}

function parseQuoted(text: string): string {
  const end = quotedEnd(text);
  const inner = end < 0 ? text.slice(1) : text.slice(1, end);
  if (text.startsWith("'")) return inner.replaceAll("''", "'");
  return inner.replace(/\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)/g, (_, code: string) =>
    code.length > 1 ? String.fromCharCode(Number.parseInt(code.slice(1), 16)) : (ESCAPES[code] ?? code),
  );
}

/** Returns the index of the quote that closes the one at `start`, or -1. */
function quotedEnd(text: string, start = 0): number {
  const quote = text[start];
  for (let index = start + 1; index < text.length; index++) {
    if (quote === '"' && text[index] === "\\") index++;
    else if (text[index] === quote && quote === "'" && text[index + 1] === "'") index++;
    else if (text[index] === quote) return index;
  }
  return -1;
}

function withoutComment(text: string): string {
  const comment = text.search(/(^|\s)#/);
  return comment < 0 ? text : text.slice(0, comment).trimEnd();
}

/** Reads flow collections such as `[a, "b", {c: d}]`. */
class FlowReader {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  readWhole(): unknown {
    return this.readValue();
  }

  private readValue(): unknown {
    this.skipSpace();
    const character = this.text[this.at];
    if (character === "[") return this.readList();
    if (character === "{") return this.readMap();
    return parseScalar(this.readWord(",]}"));
  }

  private readList(): unknown[] {
    const items: unknown[] = [];
    this.at++;
    for (this.skipSpace(); this.more("]"); this.skipSpace()) {
      items.push(this.readValue());
      this.skipSpace();
      if (this.text[this.at] === ",") this.at++;
    }
    this.at++;
    return items;
  }

  private readMap(): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    this.at++;
    for (this.skipSpace(); this.more("}"); this.skipSpace()) {
      const key = String(parseScalar(this.readWord(":,}")));
      this.skipSpace();
      const hasValue = this.text[this.at] === ":";
      if (hasValue) this.at++;
      entries.push([key, hasValue ? this.readValue() : null]);
      this.skipSpace();
      if (this.text[this.at] === ",") this.at++;
    }
    this.at++;
    return Object.fromEntries(entries);
  }

  private readWord(ends: string): string {
    const start = this.at;
    const quote = this.text[start];
    if (quote === '"' || quote === "'") {
      const end = quotedEnd(this.text, start);
      this.at = end < 0 ? this.text.length : end + 1;
    } else while (this.at < this.text.length && !ends.includes(this.text[this.at] ?? "")) this.at++;
    return this.text.slice(start, this.at);
  }

  private more(end: string): boolean {
    return this.at < this.text.length && this.text[this.at] !== end;
  }

  private skipSpace(): void {
    while (/\s/.test(this.text[this.at] ?? "")) this.at++;
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "0": "\0", b: "\b", f: "\f" };
