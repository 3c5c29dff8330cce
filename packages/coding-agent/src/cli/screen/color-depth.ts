import type { ColorDepth } from "../../core/themes/index.ts";

/** Detects from the environment how many colours the terminal shows. A setting can force true colour on or off. */
export function detectColorDepth(
  env: Readonly<Record<string, string | undefined>>,
  fixed: { readonly trueColor?: boolean } = {},
): ColorDepth {
  if (env.NO_COLOR) return "none";
  const detected = detect(env);
  if (fixed.trueColor === true) return "truecolor";
  return fixed.trueColor === false && detected === "truecolor" ? "256color" : detected;
}

function detect(env: Readonly<Record<string, string | undefined>>): ColorDepth {
  if (env.FORCE_COLOR) return FORCED[env.FORCE_COLOR] ?? "16color";
  if (env.TERM === "dumb") return "none";
  if (/^(truecolor|24bit)$/.test(env.COLORTERM ?? "")) return "truecolor";
  if (/kitty|ghostty|wezterm|alacritty|direct/.test(env.TERM ?? "") || env.WT_SESSION) return "truecolor";
  return /256/.test(env.TERM ?? "") ? "256color" : "16color";
}

const FORCED: Readonly<Record<string, ColorDepth>> = { "0": "none", "1": "16color", "2": "256color", "3": "truecolor" };
