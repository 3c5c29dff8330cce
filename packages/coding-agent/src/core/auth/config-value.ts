export interface ConfigValueOptions {
  /** Looked at before the process environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Runs a command once per process instead of each time. */
  readonly cache?: boolean;
}

/**
 * The value a key or header in a file stands for. `!command` is its trimmed output; `$NAME` and `${NAME}` are replaced,
 * and `$$` and `$!` give a plain `$` and `!`; a text that names a set variable is that variable; anything else is itself.
 * `undefined` where the command fails or a variable is not set.
 */
export async function resolveConfigValue(value: string, options: ConfigValueOptions = {}): Promise<string | undefined> {
  if (!isCommandConfigValue(value)) return expandVariables(value, options.env);
  if (!options.cache) return runCommand(value.slice(1));
  const known = outputs.get(value) ?? runCommand(value.slice(1));
  outputs.set(value, known);
  const output = await known;
  // A command that failed may work later: a vault may be locked now.
  if (output === undefined) outputs.delete(value);
  return output;
}

/** Headers whose value cannot be had are left out. */
export async function resolveHeaders(
  headers: Readonly<Record<string, string>> | undefined,
  options?: ConfigValueOptions,
): Promise<Record<string, string>> {
  const resolved: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers ?? {})) {
    const text = await resolveConfigValue(value, options);
    if (text !== undefined) resolved[name] = text;
  }
  return resolved;
}

export function isCommandConfigValue(value: string): boolean {
  return value.startsWith("!");
}

/** Whether a value can be had, as far as that can be told without running it. */
export function isConfigValueConfigured(value: string, env?: ConfigValueOptions["env"]): boolean {
  return isCommandConfigValue(value) ? value.length > 1 : Boolean(expandVariables(value, env));
}

/** Forgets what commands have said. */
export function clearConfigValueCache(): void {
  outputs.clear();
}

const outputs = new Map<string, Promise<string | undefined>>();

function expandVariables(value: string, env: ConfigValueOptions["env"] = {}): string | undefined {
  const lookUp = (name: string) => env[name] || process.env[name] || undefined;
  if (NAME.test(value)) return lookUp(value) ?? value;
  let complete = true;
  const expanded = value.replace(REFERENCE, (match, escaped?: string, braced?: string, bare?: string) => {
    if (escaped) return escaped;
    const found = lookUp(braced ?? bare ?? "");
    complete &&= found !== undefined;
    return found ?? match;
  });
  return complete ? expanded : undefined;
}

/** The command is the user's own: an agent that it starts, such as one that keeps a password for a while, outlives this process. */
async function runCommand(command: string): Promise<string | undefined> {
  const { captureOutput } = await import("../process/index.ts");
  const [file, args] = process.platform === "win32" ? ["cmd.exe", ["/d", "/s", "/c"]] : ["/bin/sh", ["-c"]];
  const output = await captureOutput({
    file,
    args: [...args, command],
    cwd: process.cwd(),
    env: process.env,
    purpose: "user",
    timeoutMs: COMMAND_TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    lifetime: "own",
  }).catch(() => undefined);
  if (output?.ended !== "exit" || output.exitCode !== 0) return undefined;
  return output.stdout.toString().trim() || undefined;
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const REFERENCE = /\$([$!])|\$\{([A-Za-z_][A-Za-z0-9_]*)\}|\$([A-Za-z_][A-Za-z0-9_]*)/g;
/** Long enough for a vault that asks for a fingerprint. */
const COMMAND_TIMEOUT_MS = 30_000;
const MAX_BYTES = 1024 * 1024;
