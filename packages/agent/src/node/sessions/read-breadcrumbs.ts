import { ifPossible } from "../log/storage-error.ts";
import { FILE_LIMITS, readOrdinaryFileSync } from "../ordinary-file.ts";
import { type Breadcrumb, breadcrumbFile, lastLeftFile, terminalLife } from "./breadcrumbs.ts";

/** The session that was left last in a folder. */
interface LastLeft {
  readonly path: string;
  /** Change time of the newest other session at that moment. */
  readonly newestOther: number;
}

/** Returns `undefined` for a terminal without an id, and if its breadcrumb cannot be read. */
export function readBreadcrumb(home: string, env: NodeJS.ProcessEnv = process.env): Breadcrumb | undefined {
  const file = breadcrumbFile(home, env);
  const [cwd, path, life] = file === undefined ? [] : readLines(file);
  return cwd && path && life === terminalLife(env) ? { cwd, path } : undefined;
}

export function readLastLeft(home: string, directory: string, cwd: string): LastLeft | undefined {
  const [folder, path, newestOther] = readLines(lastLeftFile(home, directory, cwd));
  return folder === cwd && path && newestOther ? { path, newestOther: Number(newestOther) } : undefined;
}

function readLines(file: string): string[] {
  return ifPossible(() => readOrdinaryFileSync(file, FILE_LIMITS.pointer).toString("utf8").split("\n")) ?? [];
}
