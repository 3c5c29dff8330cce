export interface LeadingOptions {
  /** The environment variables that stand for the options. */
  readonly env: Readonly<Record<string, string>>;
  readonly rest: readonly string[];
}

/** Splits off the options before a command that apply to every command. */
export function leadingOptions(args: readonly string[]): LeadingOptions {
  const env: Record<string, string> = {};
  const rest = [...args];
  for (let first = rest[0]; first !== undefined; first = rest[0]) {
    const [, folder] = /^--session-dir=(.*)$/s.exec(first) ?? [];
    if (first === "--offline") env.TAU_OFFLINE = "1";
    else if (folder) env.TAU_SESSION_DIR = folder;
    else if (first === "--session-dir" && rest[1]) env.TAU_SESSION_DIR = rest.splice(1, 1).join();
    else break;
    rest.shift();
  }
  return { env, rest };
}
