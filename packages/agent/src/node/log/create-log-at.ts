import { dirname, resolve } from "node:path";
import { createHeader } from "../../session/entries/session-header.ts";
import { SessionLog } from "../../session/session-log.ts";
import { FileSessionStore } from "./file-store.ts";
import type { FileSessionOptions } from "./session-files.ts";

/** Creates the log of a new session at the given path. The file is created with the first message. */
export function createLogAt(path: string, cwd: string, options: FileSessionOptions = {}): SessionLog {
  const file = resolve(path);
  const store = new FileSessionStore(dirname(file), cwd, options);
  return new SessionLog(store, store.createAt(file, createHeader(cwd, options)));
}
