/** How much the terminal, or who reads it, can take in. */
export interface TerminalLook {
  /** Draw with ASCII alone. */
  readonly ascii: boolean;
  /** Write line after line and never draw over what was written, for screen readers. */
  readonly plain: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

export interface LookWishes {
  readonly flags: { readonly ascii?: boolean | undefined; readonly plain?: boolean | undefined };
  readonly settings: { readonly ascii: boolean | "auto"; readonly plain: boolean };
  readonly env: Environment;
}

/** A flag wins over the environment, and that over the settings; left to itself, the terminal's own words decide. */
export function chooseLook({ flags, settings, env }: LookWishes): TerminalLook {
  const plain = flags.plain ?? switchIn(env, "PLAIN") ?? settings.plain;
  const wished = flags.ascii ?? switchIn(env, "ASCII") ?? settings.ascii;
  return { plain: plain || env.TERM === "dumb", ascii: wished === "auto" ? hasNoLineArt(env) : wished };
}

function switchIn(env: Environment, name: string): boolean | undefined {
  const value = env[`TAU_${name}`];
  return value === undefined || value === "" ? undefined : value !== "0" && value !== "false";
}

/** The console of the kernel has a few hundred glyphs, old terminals fewer, and a locale may name a character set without them. */
function hasNoLineArt({ TERM = "", LC_ALL, LC_CTYPE, LANG }: Environment): boolean {
  const locale = LC_ALL || LC_CTYPE || LANG || "";
  const charset = /\.([^@]+)/.exec(locale)?.[1];
  return /^(?:linux|dumb|vt\d+)/.test(TERM) || (charset !== undefined && !/^utf-?8$/i.test(charset));
}
