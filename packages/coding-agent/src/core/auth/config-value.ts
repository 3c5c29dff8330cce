export interface ConfigValueOptions {
  /** Variables that take precedence over the process environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Runs a command once per process instead of each time. */
  readonly cache?: boolean;
}

/**
 * Resolves to the value that a key or header in a file stands for. `!command` gives the trimmed output of the command;
 * `$NAME` and `${NAME}` are replaced by the variable, `$$` and `$!` by a plain `$` and `!`; a text that is the name of
 * a set variable gives its value; any other text is returned unchanged. Resolves to `undefined` when the command fails
 * or a variable is not set.
 */
export async function resolveConfigValue(value: string, options: ConfigValueOptions = {}): Promise<string | undefined> {
  if (!isCommandConfigValue(value)) return expandVariables(value, options.env);
  if (!options.cache) return runCommand(value.slice(1));
  const known = outputs.get(value) ?? runCommand(value.slice(1));
  outputs.set(value, known);
  const output = await known;
  // Do not cache a failure: the command may work later, for example once a vault is unlocked.
  if (output === undefined) outputs.delete(value);
  return output;
}

/** Resolves the values of headers and omits those that cannot be resolved. */
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

/** Returns whether the value is configured, as far as this can be told without running a command. */
export function isConfigValueConfigured(value: string, env?: ConfigValueOptions["env"]): boolean {
  return isCommandConfigValue(value) ? value.length > 1 : Boolean(expandVariables(value, env));
}

/** Forgets the cached output of commands. */
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

/** Runs a command of the user. A daemon that the command starts, such as a password agent, outlives this process. */
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
