import { statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "@tau/agent/make-folder";
import { replaceFile } from "../files/replace-file.ts";
import { ConfigError } from "../json-file/index.ts";

/**
 * Writes what a session was turned into: at one stroke, so that a failure leaves what was there, and never over the session
 * itself, whatever link leads to it.
 */
export function writeExport(path: string, text: string, sessionFile: string | undefined): void {
  if (sessionFile !== undefined && isSame(path, sessionFile))
    throw new ConfigError("invalid-input", `${path} is the session itself. Name another file to export it to.`);
  makeFolder(dirname(path));
  const stats = statSync(path, { throwIfNoEntry: false });
  // What is no file, such as /dev/stdout, can only be written to.
  if (stats && !stats.isFile()) writeFileSync(path, text);
  else replaceFile(path, text, { mode: 0o600 });
}

function isSame(path: string, other: string): boolean {
  if (path === other) return true;
  const [one, two] = [path, other].map((each) => statSync(each, { throwIfNoEntry: false }));
  return one !== undefined && two !== undefined && one.ino === two.ino && one.dev === two.dev;
}
