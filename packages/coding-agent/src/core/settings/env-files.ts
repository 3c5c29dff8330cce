import { join } from "node:path";
import { readFile } from "../json-file/index.ts";

export interface EnvFileScope {
  readonly cwd: string;
  readonly agentDir: string;
  readonly home: string;
  /** Whether the user trusts this folder: otherwise its `.env` file could send keys to another server. */
  readonly projectTrusted: boolean;
}

type Environment = Record<string, string | undefined>;

/**
 * Sets missing variables from `.env` files: the project's, Tau's own, the home's. Variables that are set are never
 * changed, and the nearer file wins. In these files `OMP_X` also sets `PI_X`. Returns the names of the variables it set.
 */
export function loadEnvFiles(
  { cwd, agentDir, home, projectTrusted }: EnvFileScope,
  env: Environment = process.env,
): string[] {
  const folders = [...(projectTrusted ? [cwd] : []), agentDir, home];
  const filled: string[] = [];
  for (const folder of new Set(folders)) {
    const { text } = readFile(join(folder, ".env"));
    for (const [name, value] of Object.entries(text === undefined ? {} : parse(text))) {
      if (env[name] !== undefined || value === undefined) continue;
      // A project must not change what its user is asked about.
      if (projectTrusted && folder === cwd && /^TAU_(?:PERMISSION_MODE|MANAGED_)/.test(name)) continue;
      env[name] = value;
      filled.push(name);
    }
  }
  return filled;
}

function parse(text: string): NodeJS.Dict<string> {
  // Importing node:util as a module would also load the worker code.
  const values = process.getBuiltinModule("node:util").parseEnv(text);
  const aliases = Object.entries(values).flatMap(([name, value]) =>
    name.startsWith("OMP_") ? [[`PI_${name.slice(4)}`, value] as const] : [],
  );
  return { ...Object.fromEntries(aliases), ...values };
}
