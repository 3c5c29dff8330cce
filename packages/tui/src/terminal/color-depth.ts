/** Bits of colour: none, the sixteen of the palette, 256, or all. */
export type ColorDepth = 1 | 4 | 8 | 24;

/** How many colours to use. `NO_COLOR` and `FORCE_COLOR` are honoured, the first one first. */
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
