import { join } from "node:path";
import { readFile } from "../json-file/index.ts";

export interface EnvFileScope {
  readonly cwd: string;
  readonly agentDir: string;
  readonly home: string;
  /** The user has said yes to this folder: a file of its own could else send keys to another server. */
  readonly projectTrusted: boolean;
}

type Environment = Record<string, string | undefined>;

/**
 * Fills variables that are not set from `.env` files: the project's, Tau's own, the home's. What is set is never changed,
 * and of two files the nearer one counts. In these files `OMP_X` also stands for `PI_X`. Returns the names it filled.
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
      // A project does not choose what its user is asked about.
      if (projectTrusted && folder === cwd && /^TAU_(?:PERMISSION_MODE|MANAGED_)/.test(name)) continue;
      env[name] = value;
      filled.push(name);
    }
  }
  return filled;
}

function parse(text: string): NodeJS.Dict<string> {
  // Importing node:util as a module would load the machinery of workers with it.
  const values = process.getBuiltinModule("node:util").parseEnv(text);
  const aliases = Object.entries(values).flatMap(([name, value]) =>
    name.startsWith("OMP_") ? [[`PI_${name.slice(4)}`, value] as const] : [],
  );
  return { ...Object.fromEntries(aliases), ...values };
}
