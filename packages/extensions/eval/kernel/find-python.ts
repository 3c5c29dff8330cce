import { accessSync, constants } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join, resolve } from "node:path";

export interface PythonPlace {
  readonly program: string;
  /** Folder to put first on PATH: that of a virtual environment. */
  readonly bin?: string;
  readonly home?: string;
}

export interface PythonSources {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** The setting `eval.python`. */
  readonly chosen?: string | undefined;
  /** Whether programs of the folder may be used. */
  readonly isTrusted: boolean;
}

const isWindows = process.platform === "win32";

/** Returns the interpreter: the chosen one, an active virtual environment, one of the folder, Tau's own, then the system's. */
export function findPython({ cwd, env, chosen, isTrusted }: PythonSources): PythonPlace | undefined {
  if (chosen) return programNamed(chosen, cwd, env);
  const folders = [
    env.VIRTUAL_ENV,
    ...(isTrusted ? [join(cwd, ".venv"), join(cwd, "venv")] : []),
    join(env.TAU_HOME || join(homedir(), ".tau"), "python-env"),
  ];
  for (const folder of folders) {
    const found = folder ? inEnvironment(folder) : undefined;
    if (found) return found;
  }
  return programNamed("python3", cwd, env) ?? programNamed("python", cwd, env);
}

function inEnvironment(home: string): PythonPlace | undefined {
  const bin = join(home, isWindows ? "Scripts" : "bin");
  const program = ["python3", "python"].map((name) => programIn(bin, name)).find((path) => path !== undefined);
  return program === undefined ? undefined : { program, bin, home };
}

function programNamed(name: string, cwd: string, env: NodeJS.ProcessEnv): PythonPlace | undefined {
  const expanded = name.replace(/^~(?=[/\\]|$)/, homedir());
  if (/[/\\]/.test(expanded)) {
    const path = resolve(cwd, expanded);
    return isProgram(path) ? { program: path } : undefined;
  }
  const folders = (env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const found = folders.map((folder) => programIn(folder, expanded)).find((path) => path !== undefined);
  return found === undefined ? undefined : { program: found };
}

function programIn(folder: string, name: string): string | undefined {
  const path = join(folder, isWindows ? `${name}.exe` : name);
  return isProgram(path) ? path : undefined;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
