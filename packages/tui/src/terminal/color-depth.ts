/** Bits of colour: no colour, the palette of sixteen, 256 colours, or true colour. */
export type ColorDepth = 1 | 4 | 8 | 24;

/** Returns how many colours to use. Honours `NO_COLOR` and then `FORCE_COLOR`. */
export function detectColorDepth(isTerminal: boolean, env: NodeJS.ProcessEnv = process.env): ColorDepth {
  if (env.NO_COLOR) return 1;
  const forced = env.FORCE_COLOR ? (FORCED[env.FORCE_COLOR] ?? 4) : undefined;
  if (forced !== undefined) return forced;
  const term = env.TERM ?? "";
  if (!isTerminal || term === "dumb") return 1;
  if (/truecolor|24bit/i.test(env.COLORTERM ?? "") || /-direct$|kitty|ghostty|alacritty/.test(term)) return 24;
  if (env.WT_SESSION || /^(?:iterm\.app|wezterm|vscode)$/i.test(env.TERM_PROGRAM ?? "")) return 24;
  return /256/.test(term) ? 8 : 4;
}

const FORCED: Readonly<Record<string, ColorDepth>> = { "0": 1, false: 1, "1": 4, true: 4, "2": 8, "3": 24 };
