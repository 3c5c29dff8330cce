import type { Position } from "../text-buffer.ts";
import {
  apply,
  changeText,
  type Find,
  joinLines,
  toggleCase,
  type VimCommand,
  type VimMode,
  type VimTarget,
} from "./commands.ts";
import { type Reading, readCount, readMotion } from "./grammar.ts";
import { linesBetween, operate, type Stretch, stretchBetween } from "./operators.ts";
import { textObject } from "./text-objects.ts";

/** Returns the stretch between the start of the selection and the cursor. */
export function selected({ text, editing, anchor }: VimTarget, mode: VimMode): Stretch {
  const span = mode === "visual line" ? "linewise" : "inclusive";
  return stretchBetween(text, anchor, editing.buffer.cursor, span);
}

/** Reads the keys of visual mode: motions and text objects extend the selection, letters act on it. */
export function readVisualKeys(keys: string, mode: VimMode, find: Find | undefined): Reading {
  const [, digits, rest = ""] = /^([1-9]\d*)?(.*)$/su.exec(keys) ?? [];
  if (rest === "" || /^[iar]$/.test(rest)) return "incomplete";
  const object = /^[ia]/.test(rest) ? textObject(rest[0] as "i" | "a", rest.slice(1)) : undefined;
  if (object) return { run: (target) => select(target, object(target.text, target.editing.buffer.cursor)) };
  const motion = readMotion(rest, find);
  if (motion === "incomplete") return motion;
  if (motion)
    return {
      run: (target) => {
        if (motion.find) target.find = motion.find;
        const { buffer } = target.editing;
        buffer.moveTo(motion.move(target.text, buffer.cursor, readCount(digits)) ?? buffer.cursor);
      },
    };
  if (rest.startsWith("r")) return acting(mode, (target, stretch) => fill(target, stretch, rest.slice(1)));
  const act = Object.hasOwn(ACTIONS, rest) ? ACTIONS[rest] : undefined;
  return act ? acting(mode, act) : readSwitch(rest, mode);
}

type Act = (target: VimTarget, stretch: Stretch) => void;

const ACTIONS: Readonly<Record<string, Act>> = {
  d: (target, stretch) => apply("d", stretch, target),
  x: (target, stretch) => apply("d", stretch, target),
  X: (target, stretch) => apply("d", wholeLines(target, stretch), target),
  D: (target, stretch) => apply("d", wholeLines(target, stretch), target),
  c: (target, stretch) => apply("c", stretch, target),
  s: (target, stretch) => apply("c", stretch, target),
  C: (target, stretch) => apply("c", wholeLines(target, stretch), target),
  S: (target, stretch) => apply("c", wholeLines(target, stretch), target),
  "~": (target, stretch) => changed(target, stretch, toggleCase),
  u: (target, stretch) => changed(target, stretch, (text) => text.toLowerCase()),
  U: (target, stretch) => changed(target, stretch, (text) => text.toUpperCase()),
  J: (target, { from, to }) => {
    target.editing.buffer.moveTo(from);
    joinLines(target, Math.max(1, to.line - from.line));
  },
  p: replaceSelection,
  P: replaceSelection,
};

/** Reads `y` and the keys that change the selection or the mode. */
function readSwitch(key: string, mode: VimMode): Reading {
  if (key === "y" || key === "Y")
    return {
      run: (target) => {
        const stretch = selected(target, mode);
        target.setMode("normal");
        operate("y", key === "Y" ? wholeLines(target, stretch) : stretch, target.editing, target.register);
      },
    };
  if (key === "o")
    return {
      run: (target) => {
        const { cursor } = target.editing.buffer;
        target.editing.buffer.moveTo(target.anchor);
        target.anchor = cursor;
      },
    };
  const asked = key === "v" ? "visual" : key === "V" ? "visual line" : undefined;
  return asked ? { run: (target) => target.setMode(asked === mode ? "normal" : asked) } : "unknown";
}

/** Returns a command on the selection. `.` repeats it on a stretch of the same size from the cursor. */
function acting(mode: VimMode, act: Act): VimCommand {
  let lines = 0;
  let length = 0;
  return {
    run: (target) => {
      const stretch = selected(target, mode);
      lines = stretch.to.line - stretch.from.line;
      length = target.text.offsetOf(stretch.to) - target.text.offsetOf(stretch.from);
      target.setMode("normal");
      act(target, stretch);
    },
    repeat: (target) => {
      const { text, editing } = target;
      const from = editing.buffer.cursor;
      const to = text.positionAt(text.offsetOf(from) + length);
      act(
        target,
        mode === "visual line" ? linesBetween(text, from.line, from.line + lines) : { from, to, isLinewise: false },
      );
    },
  };
}

function select(target: VimTarget, range: { from: Position; to: Position } | undefined): void {
  if (!range) return;
  target.anchor = range.from;
  target.editing.buffer.moveTo(target.text.before(range.to) ?? range.from);
}

function wholeLines({ text }: VimTarget, { from, to }: Stretch): Stretch {
  return linesBetween(text, from.line, to.line);
}

function changed(target: VimTarget, stretch: Stretch, change: (text: string) => string): void {
  changeText(target, stretch, change);
  target.editing.buffer.moveTo(stretch.from);
}

function fill(target: VimTarget, stretch: Stretch, character: string): void {
  changed(target, stretch, (text) => text.replace(/[^\n]/gu, () => character));
}

/** Replaces the selection with the newest cut. The replaced text becomes the newest cut. */
function replaceSelection({ editing, register }: VimTarget, { from, to, isLinewise }: Stretch): void {
  const cut = editing.newestCut;
  if (cut === undefined) return;
  const wasLinewise = register.isLinewise(cut);
  const replaced = editing.buffer.textBetween(from, to);
  const inserted = wasLinewise && !isLinewise ? `\n${cut}` : cut;
  editing.replace(from, to, isLinewise && wasLinewise ? cut.slice(0, -1) : inserted);
  editing.buffer.moveTo(from);
  register.keep(editing, isLinewise ? `${replaced}\n` : replaced, isLinewise);
}
