import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** The address of a source file, for a script in another process. */
export function sourceUrl(path: string): string {
  return new URL(`../../src/${path}`, import.meta.url).href;
}

/** Runs a module in a process of its own and answers what it printed. */
export async function runScript(source: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--conditions=@tau/source",
    "--input-type=module",
    "-e",
    source,
  ]);
  return stdout;
}
