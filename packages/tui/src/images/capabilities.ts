export type ImageProtocol = "kitty" | "iterm2" | "sixel" | null;

export interface TerminalCapabilities {
  images: ImageProtocol;
  trueColor: boolean;
  hyperlinks: boolean;
}

const ABILITIES = ["images", "trueColor", "hyperlinks"] as const;
let overrides: Partial<TerminalCapabilities> = {};
let cached: TerminalCapabilities | undefined;

/** Returns the terminal's capabilities. They are detected once. */
export function getCapabilities(): TerminalCapabilities {
  cached ??= { ...detectCapabilities(), ...overrides };
  return cached;
}

export function setCapabilities(capabilities: TerminalCapabilities): void {
  cached = capabilities;
}

/** Overrides detected capabilities. Values from `setCapabilities` stay unless the overrides change. */
export function setCapabilityOverrides(partial: Partial<TerminalCapabilities>): void {
  if (ABILITIES.every((ability) => partial[ability] === overrides[ability])) return;
  overrides = partial;
  cached = undefined;
}

export function resetCapabilitiesCache(): void {
  cached = undefined;
}

/**
 * Detects capabilities from the environment. A multiplexer swallows images and most hyperlinks, whatever terminal it runs
 * in; `tmuxForwardsHyperlink` returns whether this tmux passes hyperlinks on.
 */
export function detectCapabilities(
  tmuxForwardsHyperlink: () => boolean = () => false,
  env: NodeJS.ProcessEnv = process.env,
): TerminalCapabilities {
  const term = (env.TERM ?? "").toLowerCase();
  const trueColor = /truecolor|24bit/i.test(env.COLORTERM ?? "");
  if (term === "dumb") return { images: null, trueColor: false, hyperlinks: false };
  if (env.TMUX || term.startsWith("tmux")) return { images: null, trueColor, hyperlinks: tmuxForwardsHyperlink() };
  if (env.STY || term.startsWith("screen")) return { images: null, trueColor, hyperlinks: false };
  const known = KNOWN.find((terminal) => terminal.matches(env, term));
  const isJetBrains = env.TERMINAL_EMULATOR === "JetBrains-JediTerm";
  if (!known) return { images: null, trueColor: trueColor || isJetBrains, hyperlinks: false };
  return { images: known.images, trueColor: true, hyperlinks: true };
}

interface KnownTerminal {
  readonly images: ImageProtocol;
  matches(env: NodeJS.ProcessEnv, term: string): boolean;
}

const KNOWN: readonly KnownTerminal[] = [
  {
    images: "kitty",
    matches: (env, term) => Boolean(env.KITTY_WINDOW_ID) || isProgram(env, "kitty") || term.includes("kitty"),
  },
  {
    images: "kitty",
    matches: (env, term) => isProgram(env, "ghostty") || Boolean(env.GHOSTTY_RESOURCES_DIR) || term.includes("ghostty"),
  },
  { images: "kitty", matches: (env) => isProgram(env, "wezterm") || Boolean(env.WEZTERM_PANE) },
  { images: "iterm2", matches: (env) => Boolean(env.ITERM_SESSION_ID) || isProgram(env, "iterm.app") },
  { images: null, matches: (env) => isProgram(env, "vscode") },
  { images: null, matches: (_env, term) => term.includes("alacritty") },
  { images: "sixel", matches: (_env, term) => /^(?:foot|mlterm|contour|yaft)/.test(term) },
  { images: null, matches: (env) => Boolean(env.WT_SESSION) || Number(env.VTE_VERSION) >= 5000 },
];

function isProgram(env: NodeJS.ProcessEnv, name: string): boolean {
  return env.TERM_PROGRAM?.toLowerCase() === name;
}
