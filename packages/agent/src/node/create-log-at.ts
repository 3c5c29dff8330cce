import { dirname, resolve } from "node:path";
import { createHeader } from "../session/session-header.ts";
import { SessionLog } from "../session/session-log.ts";
import { FileSessionStore } from "./file-store.ts";
import type { FileSessionOptions } from "./session-files.ts";

/** The log of a new session in a file of a given name, which is made with the first message. */
export function createLogAt(path: string, cwd: string, options: FileSessionOptions = {}): SessionLog {
  const file = resolve(path);
  const store = new FileSessionStore(dirname(file), cwd, options);
  return new SessionLog(store, store.createAt(file, createHeader(cwd, options)));
}
