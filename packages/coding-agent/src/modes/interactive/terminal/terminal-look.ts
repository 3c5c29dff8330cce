/** What the terminal or its reader can display. */
export interface TerminalLook {
  /** Use only ASCII characters. */
  readonly ascii: boolean;
  /** Write line by line and never overwrite, for screen readers. */
  readonly plain: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

export interface LookWishes {
  readonly flags: { readonly ascii?: boolean | undefined; readonly plain?: boolean | undefined };
  readonly settings: { readonly ascii: boolean | "auto"; readonly plain: boolean };
  readonly env: Environment;
}

/** Chooses the look. A flag overrides the environment, which overrides the settings. `auto` depends on the terminal's environment variables. */
export function chooseLook({ flags, settings, env }: LookWishes): TerminalLook {
  const plain = flags.plain ?? switchIn(env, "PLAIN") ?? settings.plain;
  const wished = flags.ascii ?? switchIn(env, "ASCII") ?? settings.ascii;
  return { plain: plain || env.TERM === "dumb", ascii: wished === "auto" ? hasNoLineArt(env) : wished };
}

function switchIn(env: Environment, name: string): boolean | undefined {
  const value = env[`TAU_${name}`];
  return value === undefined || value === "" ? undefined : value !== "0" && value !== "false";
}

/**
 * Returns whether the terminal lacks line art: the Linux console has few glyphs, old terminals fewer, and the locale may use another
 * character set.
 */
function hasNoLineArt({ TERM = "", LC_ALL, LC_CTYPE, LANG }: Environment): boolean {
  const locale = LC_ALL || LC_CTYPE || LANG || "";
  const charset = /\.([^@]+)/.exec(locale)?.[1];
  return /^(?:linux|dumb|vt\d+)/.test(TERM) || (charset !== undefined && !/^utf-?8$/i.test(charset));
}
