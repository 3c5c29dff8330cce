import { ToolError } from "../../../tool-error.ts";
import { type Anchor, parseAnchor } from "./anchor.ts";

/** `start` and `end` are the beginning and the end of the file. */
export type Place = Anchor | "start" | "end";

export type HashlineOp =
  | (OpText & { readonly kind: "insert"; readonly side: "before" | "after"; readonly at: Place })
  | (OpText & { readonly kind: "delete" | "replace"; readonly from: Anchor; readonly to: Anchor });

interface OpText {
  readonly payload: string[];
  /** The line number in the input, counted from 1. */
  readonly source: number;
}

export interface HashlineSection {
  readonly path: string;
  readonly ops: HashlineOp[];
}

export interface HashlineInput {
  readonly sections: readonly HashlineSection[];
  readonly warnings: readonly string[];
}

const DEFAULT_SEPARATOR = "~";

/** Returns the sign that payload lines begin with. */
export function payloadSeparator(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  return environment.TAU_HL_SEP || environment.PI_HL_SEP || DEFAULT_SEPARATOR;
}

/** Parses the input. Sections with the same path are joined. */
export function parseHashline(input: string, separator: string = payloadSeparator()): HashlineInput {
  const sections = new Map<string, HashlineSection>();
  let section: HashlineSection | undefined;
  for (const [index, line] of input.split(/\r?\n/).entries()) {
    const source = index + 1;
    if (line.startsWith(separator) && section) {
      addPayload(section.ops.at(-1), line.slice(separator.length), source);
      continue;
    }
    const trimmed = line.trim();
    if (trimmed === "" || IGNORED.test(trimmed)) continue;
    if (trimmed === "*** Abort")
      return finish(sections, [`line ${source}: *** Abort ends the input; what stands before it was applied.`]);
    if (trimmed.startsWith("@")) section = openSection(sections, trimmed);
    else if (section) section.ops.push(parseOp(trimmed, source, separator));
    else throw invalid(`input must begin with "@@ PATH" on the first non-blank line; got: ${trimmed.slice(0, 80)}`);
  }
  return finish(sections, []);
}

/** Frames that models put around their input. */
const IGNORED = /^(?:\*\*\* (?:Begin|End) Patch|```\w*)$/;

function openSection(sections: Map<string, HashlineSection>, header: string): HashlineSection {
  const path = header.replace(/^@+\s*/, "");
  if (path === "") throw invalid('Input header "@" is empty; provide a file path.');
  const section = sections.get(path) ?? { path, ops: [] };
  sections.set(path, section);
  return section;
}

function addPayload(op: HashlineOp | undefined, text: string, source: number): void {
  if (!op || op.kind === "delete") throw invalid(`line ${source}: payload line has no preceding +, <, or = operation.`);
  op.payload.push(text);
}

function parseOp(line: string, source: number, separator: string): HashlineOp {
  const [, sign, rest = ""] = /^([+<=-])\s*(.*)$/.exec(line) ?? [];
  if (sign === undefined) {
    const known = `+ ANCHOR, < ANCHOR, - A..B, = A..B, or ${separator}TEXT`;
    throw invalid(`line ${source}: unrecognized op. Begin each line with ${known}; got: ${line.slice(0, 80)}`);
  }
  if (sign === "+" || sign === "<") {
    const at = parsePlace(rest, source);
    return { kind: "insert", side: sign === "+" ? "after" : "before", at, payload: [], source };
  }
  const { from, to } = parseRange(rest, source, sign);
  return { kind: sign === "-" ? "delete" : "replace", from, to, payload: [], source };
}

function parsePlace(text: string, source: number): Place {
  if (text === "BOF") return "start";
  if (text === "EOF") return "end";
  return requireAnchor(text, source);
}

function parseRange(text: string, source: number, sign: string): { from: Anchor; to: Anchor } {
  const ends = text.split("..");
  if (ends.length === 1) {
    const example = parseAnchor(text) ? `: write "${sign} ${text}..${text}" for one line` : "";
    throw invalid(`line ${source}: explicit ranges are required for delete/replace${example}.`);
  }
  const [first = "", second = ""] = ends.map((end) => end.trim());
  if (ends.length !== 2 || first === "" || second === "")
    throw invalid(`line ${source}: range must include exactly two full anchors separated by "..".`);
  const [from, to] = [requireAnchor(first, source), requireAnchor(second, source)];
  if (to.line < from.line) throw invalid(`line ${source}: range ${first}..${second} ends before it starts.`);
  if (to.line === from.line && to.hash !== from.hash)
    throw invalid(`line ${source}: range ${first}..${second} uses two different hashes for the same line.`);
  return { from, to };
}

function requireAnchor(text: string, source: number): Anchor {
  const anchor = parseAnchor(text);
  if (anchor) return anchor;
  throw invalid(`line ${source}: expected a full anchor such as "119sr"; got "${text.slice(0, 40)}".`);
}

function finish(sections: ReadonlyMap<string, HashlineSection>, warnings: readonly string[]): HashlineInput {
  const filled = [...sections.values()].filter(({ ops }) => ops.length > 0);
  if (filled.length === 0) throw invalid('The input holds no operation: write "@@ PATH" and then at least one.');
  for (const { ops } of filled) for (const op of ops) checkPayload(op);
  return { sections: filled, warnings };
}

/** Checks the payload. A `=` operation without one leaves one empty line. */
function checkPayload(op: HashlineOp): void {
  if (op.kind === "insert" && op.payload.length === 0)
    throw invalid(`line ${op.source}: + and < operations require at least one ${payloadSeparator()}TEXT payload line.`);
  if (op.kind === "replace" && op.payload.length === 0) op.payload.push("");
}

function invalid(message: string): ToolError {
  return new ToolError("invalid-argument", message);
}
