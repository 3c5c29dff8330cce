import type { Node } from "@vscode/tree-sitter-wasm";
import type { Word } from "./shell-script.ts";

/** Returns a word as the program would receive it. Parts that the shell expands keep their source text. */
export function readWord(node: Node): Word {
  if (node.type === "word") return readBare(node.text);
  if (node.type === "number") return { text: node.text, isLiteral: !/[^0-9#-]/.test(node.text) };
  if (node.type === "raw_string") return literal(node.text.slice(1, -1));
  if (node.type === "ansi_c_string") return readAnsi(node.text.slice(2, -1));
  if (node.type === "string") return readQuoted(node);
  if (node.type === "concatenation")
    return join(
      node.namedChildren.flatMap((part) => (part ? [readWord(part)] : [])),
      node,
    );
  if (node.type === "variable_assignment") return { text: node.text, isLiteral: !/[$`]/.test(node.text) };
  if (node.type === "variable_name") return literal(node.text);
  return { text: node.text, isLiteral: false };
}

function literal(text: string): Word {
  return { text, isLiteral: true };
}

/** A single brace is an ordinary character; a list or range in braces is expanded. */
const EXPANDED = /^~|[*?[\]$`]|\{[^}]*(?:,|\.\.)/;
const GLOB = /[*?[\]]/;

/** Reads an unquoted word: a backslash escapes the next character, and a backslash before a line break is removed. */
function readBare(source: string): Word {
  let text = "";
  let active = "";
  for (let index = 0; index < source.length; index++) {
    const char = source.charAt(index);
    if (char !== "\\") {
      text += char;
      active += char;
      continue;
    }
    index++;
    const next = source.charAt(index);
    if (next === "\n") continue;
    text += next;
    active += "a";
  }
  const isGlob = GLOB.test(active) && !/^~|[$`]|\{[^}]*(?:,|\.\.)/.test(active);
  return { text, isLiteral: !EXPANDED.test(active), ...(isGlob ? { isGlob } : {}) };
}

/** Reads a double-quoted word, in which only `$`, a backtick, `"`, a backslash and a line break can be escaped. */
function readQuoted(node: Node): Word {
  const isPlain = node.namedChildren.every((part) => part?.type === "string_content");
  const inside = node.text.slice(1, -1);
  if (!isPlain) return { text: inside, isLiteral: false };
  const isExpanded = /(?:^|[^\\])(?:\\\\)*[$`](?=[\w({@*#?!$'"-])/.test(inside) || /(?:^|[^\\])(?:\\\\)*`/.test(inside);
  return {
    text: inside.replace(/\\([$`"\\\n])/g, (_, next: string) => (next === "\n" ? "" : next)),
    isLiteral: !isExpanded,
  };
}

const ANSI: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "?": "?",
};

function readAnsi(source: string): Word {
  // bash also knows `\x{…}` and `\c\\`, which are rare and not told alike by all of its versions.
  if (/\\x\{|\\c\\/.test(source)) return { text: source, isLiteral: false };
  const pattern = /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|c(.)|(.))/gs;
  const text = source.replace(pattern, (whole, hex, short, long, octal, control, plain) => {
    const code = hex ?? short ?? long;
    if (code !== undefined) return fromCodePoint(Number.parseInt(code, 16));
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
    if (control !== undefined) return String.fromCharCode(control.charCodeAt(0) & 0x1f);
    return ANSI[plain] ?? whole;
  });
  // bash ends the word at a NUL.
  return literal(text.split("\0", 1)[0] ?? "");
}

function fromCodePoint(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
}

/** Joins the parts of one word. Literal pieces between them, such as a brace, have no node of their own. */
function join(parts: readonly Word[], node: Node): Word {
  const covered = node.namedChildren.reduce((length, part) => length + (part?.text.length ?? 0), 0);
  // A list in braces may be divided among the parts: `.{ssh,aws}`.
  const hasList = node.namedChildren.some((part) => part?.type === "word" && part.text.includes("{"));
  const isWhole = covered === node.text.length && !(hasList && /\{[^}]*(?:,|\.\.)/.test(node.text));
  const isLiteral = isWhole && parts.every((part) => part.isLiteral);
  const isGlob = isWhole && !isLiteral && parts.every((part) => part.isLiteral || part.isGlob);
  return { text: parts.map(({ text }) => text).join(""), isLiteral, ...(isGlob ? { isGlob } : {}) };
}
