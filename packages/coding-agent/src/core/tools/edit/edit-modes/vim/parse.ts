import { ToolError } from "../../../tool-error.ts";
import { vimPattern } from "./pattern.ts";

/** The place of a line: a pattern that one line alone matches, and further ones to look for from there. Or an end of the file. */
export type Address = { readonly patterns: readonly RegExp[]; readonly shown: string } | "start" | "end";

export interface Substitution {
  readonly pattern: RegExp;
  /** `$1` and `$&` as `String.replace` understands them; a line break splits the line. */
  readonly replacement: string;
}

export type VimCommand = { readonly shown: string } & (
  | { readonly kind: "append" | "insert"; readonly at: Address; readonly text: readonly string[] }
  | {
      readonly kind: "change" | "delete";
      readonly from: Address;
      readonly to?: Address;
      readonly text: readonly string[];
    }
  | { readonly kind: "substitute"; readonly from?: Address; readonly to?: Address; readonly by: Substitution }
  | { readonly kind: "global"; readonly pattern: RegExp; readonly isInverted: boolean; readonly by?: Substitution }
);

export interface VimSection {
  readonly path: string;
  readonly commands: VimCommand[];
}

const COMMANDS = "Commands are a, i, c, d, s, g and v";
const ENDS = /^:?(?:w|wa|wq|wqa|x|xa|q|qa|update)!?\s*$/;
const TEXT_COMMANDS: Readonly<Record<string, "append" | "insert" | "change">> = {
  ...{ a: "append", append: "append", i: "insert", insert: "insert", c: "change", change: "change" },
};

/** Signs of a replacement, as `String.replace` writes them. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  "&": "$&",
  "\\0": "$&",
  $: "$$",
  "\\$": "$$",
  "\\r": "\n",
  "\\t": "\t",
};

/** Parses commands. Sections with the same path are joined. */
export function parseVim(input: string): VimSection[] {
  const lines = input.split(/\r?\n/);
  const sections = new Map<string, VimSection>();
  let open: VimSection | undefined;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    if (line.trim() === "" || line.startsWith("```") || ENDS.test(line)) continue;
    const [, path] = /^:?e(?:dit)?!?\s+(.+?)\s*$/.exec(line) ?? [];
    if (path !== undefined) {
      open = sections.get(path) ?? { path, commands: [] };
      sections.set(path, open);
      continue;
    }
    if (!open) throw invalid(line, "Begin each file with :e PATH");
    const reader = new CommandReader(line.replace(/^:/, "").trim(), line);
    const command = reader.read(() => {
      const end = lines.indexOf(".", index + 1);
      if (end < 0) throw invalid(line, "Its text must end with a line that holds a dot alone");
      const text = lines.slice(index + 1, end);
      index = end;
      return text;
    });
    open.commands.push(command);
  }
  const found = [...sections.values()];
  const empty = found.find(({ commands }) => commands.length === 0);
  if (empty) throw invalid(`:e ${empty.path}`, `No command follows it. ${COMMANDS}`);
  if (found.length === 0) throw invalid(input.slice(0, 80), "Begin each file with :e PATH");
  return found;
}

class CommandReader {
  private rest: string;
  private readonly line: string;

  constructor(text: string, line: string) {
    this.rest = text;
    this.line = line;
  }

  read(readText: () => string[]): VimCommand {
    const shown = this.line.trim().slice(0, 80);
    const isWhole = this.take(/^%\s*/) !== undefined;
    const range = isWhole ? {} : this.range();
    const global = this.take(/^(?:g(?:lobal)?!?|v(?:global)?)\//);
    if (global !== undefined) return this.global(shown, /^v|!/.test(global), range.from !== undefined);
    if (this.take(/^s(?:ubstitute)?(?=[^\w\s])/) === undefined) return this.lineCommand(shown, range, readText);
    if (isWhole || range.from) return { shown, kind: "substitute", ...range, by: this.substitution() };
    throw this.invalid("Give s a line such as /pattern/s/old/new/, or % for the whole file");
  }

  private range(): { from?: Address; to?: Address } {
    const from = this.address();
    if (from === undefined) return {};
    return this.take(/^[,;]\s*/) === undefined ? { from } : { from, to: this.requiredAddress() };
  }

  private lineCommand(
    shown: string,
    { from, to }: { from?: Address; to?: Address },
    readText: () => string[],
  ): VimCommand {
    const name = this.rest.trim();
    const kind = TEXT_COMMANDS[name];
    if (kind === undefined && name !== "d" && name !== "delete")
      throw this.invalid(`${COMMANDS}; this is none of them`);
    if (from === undefined) throw this.invalid("It needs the line, such as /pattern/d");
    const range = { from, ...(to === undefined ? {} : { to }) };
    if (kind === undefined) return { shown, kind: "delete", ...range, text: [] };
    if (kind === "change") return { shown, kind, ...range, text: readText() };
    if (to !== undefined) throw this.invalid("a and i take one line, no range");
    return { shown, kind, at: from, text: readText() };
  }

  private global(shown: string, isInverted: boolean, hasRange: boolean): VimCommand {
    if (hasRange) throw this.invalid("g and v are for the whole file");
    const pattern = vimPattern(this.delimited("/"));
    if (this.rest === "d") return { shown, kind: "global", pattern, isInverted };
    if (this.take(/^s(?=[^\w\s])/) === undefined) throw this.invalid("After g/pattern/ comes d or s/old/new/");
    return { shown, kind: "global", pattern, isInverted, by: this.substitution() };
  }

  private substitution(): Substitution {
    const delimiter = this.rest[0] ?? "/";
    this.rest = this.rest.slice(1);
    const source = this.delimited(delimiter);
    const replacement = this.delimited(delimiter);
    const flags = this.rest.trim();
    if (!/^[giI&]*$/.test(flags)) throw this.invalid(`The flags of s are g and i, not ${flags}`);
    const pattern = vimPattern(source, { ignoreCase: flags.includes("i") });
    const found = flags.includes("g") ? new RegExp(pattern.source, `${pattern.flags}g`) : pattern;
    return { pattern: found, replacement: this.replacement(replacement) };
  }

  /** Converts Vim's `&`, `\1` and `\r`. */
  private replacement(source: string): string {
    return source.replace(/\\(.)|[&$]/g, (whole, escaped?: string) => {
      const known = REPLACEMENTS[whole];
      if (known !== undefined) return known;
      if (escaped === undefined || /[A-Za-z=]/.test(escaped))
        throw this.invalid(`${whole} is not supported in a replacement`);
      return /[1-9]/.test(escaped) ? `$${escaped}` : escaped;
    });
  }

  private requiredAddress(): Address {
    const address = this.address();
    if (address === undefined) throw this.invalid("A range is /pattern/,/pattern/");
    return address;
  }

  private address(): Address | undefined {
    const start = this.rest;
    const patterns: RegExp[] = [];
    while (this.take(/^\//) !== undefined) {
      const source = this.delimited("/");
      if (source === "") throw this.invalid("A pattern is empty");
      patterns.push(vimPattern(source));
      this.take(/^\s+(?=\/)/);
    }
    const used = start.slice(0, start.length - this.rest.length).trim();
    if (patterns.length > 0) {
      if (/^\s*[+-]/.test(this.rest)) throw this.invalid("Name the line itself, without + or -");
      this.take(/^\s+/);
      return { patterns, shown: used.slice(0, 80) };
    }
    if (this.take(/^0(?=a)/) !== undefined) return "start";
    if (this.take(/^\$(?=a)/) !== undefined) return "end";
    if (/^[\d.$'?+-]/.test(this.rest))
      throw this.invalid("Line numbers are not trusted: name the line by its text, such as /^  return 1;$/");
    return undefined;
  }

  /** Takes the text up to the next delimiter, which may be absent at the end of the line. */
  private delimited(delimiter: string): string {
    let at = 0;
    let text = "";
    while (at < this.rest.length && this.rest[at] !== delimiter) {
      const isEscaped = this.rest[at] === "\\";
      if (isEscaped && this.rest[at + 1] === delimiter) text += delimiter;
      else text += this.rest.slice(at, at + (isEscaped ? 2 : 1));
      at += isEscaped ? 2 : 1;
    }
    this.rest = this.rest.slice(at + 1);
    return text;
  }

  private take(expression: RegExp): string | undefined {
    const [found] = expression.exec(this.rest) ?? [];
    if (found !== undefined) this.rest = this.rest.slice(found.length);
    return found;
  }

  private invalid(reason: string): ToolError {
    return invalid(this.line, reason);
  }
}

function invalid(line: string, reason: string): ToolError {
  return new ToolError("invalid-argument", `"${line.trim().slice(0, 80)}": ${reason}.`);
}
