import { colorSequence, mixRgb, parseHex, type Theme, toHex } from "../../../../core/themes/index.ts";

/** Backgrounds for the lines of a diff: a shade of the line's colour, and a stronger one for changed words. */
export interface DiffTint {
  readonly line: string;
  readonly word: string;
}

const LINE_SHARE = 0.12;
const WORD_SHARE = 0.22;

const made = new WeakMap<Theme, Partial<Record<"added" | "removed", DiffTint | undefined>>>();

/** Returns undefined if the theme uses the terminal's own colours, which cannot be mixed. */
export function diffTint(theme: Theme, kind: "added" | "removed"): DiffTint | undefined {
  const tints = made.get(theme) ?? {};
  if (!(kind in tints)) {
    tints[kind] = mixTint(theme, kind);
    made.set(theme, tints);
  }
  return tints[kind];
}

function mixTint(theme: Theme, kind: "added" | "removed"): DiffTint | undefined {
  const depth = theme.getColorMode();
  const color = theme.hex(kind === "added" ? "toolDiffAdded" : "toolDiffRemoved");
  // These backgrounds already have the right hue. On another one, the mix would look grey.
  const ground = theme.hex(kind === "added" ? "toolSuccessBg" : "toolErrorBg");
  if (color === undefined || ground === undefined || (depth !== "truecolor" && depth !== "256color")) return undefined;
  const shade = (share: number) => colorSequence(toHex(mixRgb(parseHex(ground), parseHex(color), share)), "bg", depth);
  return { line: shade(LINE_SHARE), word: shade(WORD_SHARE) };
}
