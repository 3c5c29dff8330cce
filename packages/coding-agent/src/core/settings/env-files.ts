import { join } from "node:path";
import { parseEnv } from "node:util";
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
    for (const [name, value] of Object.entries(text === undefined ? {} : withAliases(parseEnv(text)))) {
      if (env[name] !== undefined || value === undefined) continue;
      env[name] = value;
      filled.push(name);
    }
  }
  return filled;
}

function withAliases(values: NodeJS.Dict<string>): NodeJS.Dict<string> {
  const aliases = Object.entries(values).flatMap(([name, value]) =>
    name.startsWith("OMP_") ? [[`PI_${name.slice(4)}`, value] as const] : [],
  );
  return { ...Object.fromEntries(aliases), ...values };
}
