import { statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "@tau/agent/make-folder";
import { replaceFile } from "../files/replace-file.ts";
import { ConfigError } from "../json-file/index.ts";

/**
 * Writes an exported session atomically, so that a failure keeps the previous file. Never overwrites the session file
 * itself, whatever link leads to it.
 */
export function writeExport(path: string, text: string, sessionFile: string | undefined): void {
  if (sessionFile !== undefined && isSame(path, sessionFile))
    throw new ConfigError("invalid-input", `${path} is the session itself. Name another file to export it to.`);
  makeFolder(dirname(path));
  const stats = statSync(path, { throwIfNoEntry: false });
  // A device such as /dev/stdout cannot be replaced, only written to.
  if (stats && !stats.isFile()) writeFileSync(path, text);
  else replaceFile(path, text, { mode: 0o600 });
}

function isSame(path: string, other: string): boolean {
  if (path === other) return true;
  const [one, two] = [path, other].map((each) => statSync(each, { throwIfNoEntry: false }));
  return one !== undefined && two !== undefined && one.ino === two.ino && one.dev === two.dev;
}
