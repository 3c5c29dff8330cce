import type { Position } from "../text-buffer.ts";
import {
  apply,
  CHANGES,
  type Find,
  QUIET_COMMANDS,
  replaceCharacters,
  type VimCommand,
  type VimTarget,
} from "./commands.ts";
import { type FindKey, findMotion, MOTIONS, type VimMotion } from "./motions.ts";
import { type Operator, type Stretch, stretchBetween } from "./operators.ts";
import { textObject } from "./text-objects.ts";
import type { VimText } from "./vim-text.ts";

/** The result of reading typed keys. */
export type Reading = VimCommand | "incomplete" | "unknown";

const KEYS = /^([1-9]\d*)?([dcy])?([1-9]\d*)?(.*)$/su;
const MAX_COUNT = 9999;
const OPPOSITE: Readonly<Record<FindKey, FindKey>> = { f: "F", F: "f", t: "T", T: "t" };

/** Reads the keys of normal mode: `[count][operator][count]motion`, an operator with a text object, or `[count]command`. */
export function readNormalKeys(keys: string, find: Find | undefined): Reading {
  const [, first, operator, second, rest = ""] = KEYS.exec(keys) ?? [];
  const count = readCount(first, second);
  if (rest === "") return "incomplete";
  if (operator) return readOperator(operator as Operator, rest, count, find);
  const motion = readMotion(rest, find);
  if (motion) return motion === "incomplete" ? motion : moving(motion, rest, count);
  if (rest === "r") return "incomplete";
  if (rest.startsWith("r")) return changing((target) => replaceCharacters(target, count ?? 1, rest.slice(1)));
  return readCommand(rest, count);
}

export function readCount(...digits: readonly (string | undefined)[]): number | undefined {
  const typed = digits.filter((each) => each !== undefined);
  const product = typed.reduce((result, each) => result * Number(each), 1);
  return typed.length === 0 ? undefined : Math.min(MAX_COUNT, product);
}

export interface ReadMotion extends VimMotion {
  /** The search that `;` and `,` repeat from now on. */
  readonly find?: Find;
}

export function readMotion(keys: string, find: Find | undefined): ReadMotion | "incomplete" | undefined {
  if (/^[fFtTg]$/.test(keys)) return "incomplete";
  const [key = "", ...rest] = keys;
  if (/^[fFtT]/.test(keys)) {
    const typed = { key: key as FindKey, character: rest.join("") };
    return { ...findMotion(typed.key, typed.character), find: typed };
  }
  if (find && (keys === ";" || keys === ",")) return repeatedFind(keys === ";" ? find.key : OPPOSITE[find.key], find);
  return Object.hasOwn(MOTIONS, keys) ? MOTIONS[keys] : undefined;
}

/** Returns the motion for `;` and `,`. A repeated `t` or `T` skips the character it stopped before, or it would not move. */
function repeatedFind(key: FindKey, { character }: Find): ReadMotion {
  const motion = findMotion(key, character);
  if (key === "f" || key === "F") return motion;
  const move: VimMotion["move"] = (text, from, count = 1) => {
    const found = motion.move(text, from, count);
    const isSame = found && found.line === from.line && found.col === from.col;
    return isSame ? motion.move(text, from, count + 1) : found;
  };
  return { ...motion, move };
}

function readOperator(operator: Operator, rest: string, count: number | undefined, find: Find | undefined): Reading {
  if (rest === operator) return readCommand(operator + rest, count);
  if (rest === "i" || rest === "a") return "incomplete";
  const object = /^[ia]/.test(rest) ? textObject(rest[0] as "i" | "a", rest.slice(1)) : undefined;
  if (object)
    return operating(operator, ({ text, editing }) => {
      const range = object(text, editing.buffer.cursor);
      return range && { ...range, isLinewise: false };
    });
  const motion = readMotion(rest, find);
  if (!motion) return "unknown";
  if (motion === "incomplete") return motion;
  return operating(operator, (target) => {
    if (motion.find) target.find = motion.find;
    return stretchOf(operator, rest, motion, count, target);
  });
}

function stretchOf(
  operator: Operator,
  keys: string,
  motion: VimMotion,
  count: number | undefined,
  { text, editing }: VimTarget,
): Stretch | undefined {
  const from = editing.buffer.cursor;
  if (/^[wW]$/.test(keys)) return wordStretch(operator, keys === "w" ? "e" : "E", text, from, motion, count);
  const to = motion.move(text, from, count);
  return to && stretchBetween(text, from, to, motion.span);
}

/** Returns the range of an operator with `w`: `cw` leaves the blanks after the word, `dw` at the end of a line leaves the line feed. */
function wordStretch(
  operator: Operator,
  endKey: "e" | "E",
  text: VimText,
  from: Position,
  motion: VimMotion,
  count = 1,
): Stretch | undefined {
  const words = endKey === "e" ? "word" : "WORD";
  const kind = text.kindAt(from, words);
  if (operator === "c" && kind !== "blank") {
    const next = text.after(from);
    const isWholeWord = !next || text.kindAt(next, words) !== kind;
    const steps = isWholeWord ? count - 1 : count;
    const end = steps === 0 ? from : MOTIONS[endKey]?.move(text, from, steps);
    return stretchBetween(text, from, end ?? from, "inclusive");
  }
  const to = motion.move(text, from, count);
  if (!to) return undefined;
  const isAtLineStart = to.line > from.line && text.line(to.line).slice(0, to.col).trim() === "";
  const end = isAtLineStart ? { line: to.line - 1, col: text.line(to.line - 1).length } : to;
  return stretchBetween(text, from, end, "exclusive");
}

function readCommand(keys: string, count = 1): Reading {
  const quiet = Object.hasOwn(QUIET_COMMANDS, keys) ? QUIET_COMMANDS[keys] : undefined;
  if (quiet) return { run: (target) => quiet(target, count) };
  const change = Object.hasOwn(CHANGES, keys) ? CHANGES[keys] : undefined;
  if (!change) return "unknown";
  return { ...changing((target) => change(target, count)), ...(/^[iaIA]$/.test(keys) ? { insertCount: count } : {}) };
}

function moving(motion: ReadMotion, keys: string, count: number | undefined): VimCommand {
  if (count === undefined && (keys === "j" || keys === "k"))
    return { run: (target) => target.stepRow(keys === "j" ? 1 : -1) };
  return {
    run: (target) => {
      if (motion.find) target.find = motion.find;
      const { buffer } = target.editing;
      buffer.moveTo(motion.move(target.text, buffer.cursor, count) ?? buffer.cursor);
    },
  };
}

function operating(operator: Operator, find: (target: VimTarget) => Stretch | undefined): VimCommand {
  const run = (target: VimTarget) => {
    const stretch = find(target);
    if (stretch) apply(operator, stretch, target);
  };
  return operator === "y" ? { run } : changing(run);
}

export function changing(run: (target: VimTarget) => void): VimCommand {
  return { run, repeat: run };
}
