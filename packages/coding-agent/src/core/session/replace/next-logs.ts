import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { SessionLog } from "@tau/agent";
import { cloneLog, createLog, openLog, readSessionHeader } from "@tau/agent/node";
import type { Workspace } from "../../workspace/workspace.ts";
import { sessionStoreOptions } from "../log/session-store-options.ts";
import { AgentSessionError } from "../session-error.ts";

export interface OpenOptions {
  /** For a session whose own folder is gone. */
  readonly cwdOverride?: string;
  /** Takes the lock from a process of another machine or container. */
  readonly takeOver?: boolean;
}

/** The logs that follow on a session's: they lie beside it, or in memory like it, and are kept as the settings say now. */
export class NextLogs {
  private readonly log: SessionLog;
  private readonly cwd: string;
  private readonly store: ReturnType<typeof sessionStoreOptions>;

  constructor(log: SessionLog, services: Workspace) {
    this.log = log;
    this.cwd = services.cwd;
    this.store = sessionStoreOptions(services);
  }

  create(options: { readonly parentSession?: string } = {}): SessionLog {
    if (!this.log.isPersisted()) return this.log.createNext(options);
    return createLog(this.cwd, this.directory(), { ...this.store, ...options });
  }

  open(path: string, { cwdOverride, takeOver = false }: OpenOptions = {}): SessionLog {
    return openLog(path, this.directory(), cwdOverride, { ...this.store, takeOver });
  }

  /** A copy of a session from anywhere. */
  copy(path: string, cwd: string): SessionLog {
    return cloneLog(path, cwd, this.directory(), this.store);
  }

  private directory(): string | undefined {
    const { log } = this;
    return log.usesDefaultSessionDir() || !log.isPersisted() ? undefined : log.getSessionDir();
  }
}

/** Commands of a session run in its folder: in another one they would do something else than they say. */
export function checkFolder(sessionPath: string, fallback: string): void {
  const cwd = readSessionHeader(sessionPath)?.cwd;
  if (!cwd || existsSync(cwd)) return;
  throw new AgentSessionError(
    "missing-folder",
    `The folder of this session is gone: ${cwd}. Open it with another, such as ${fallback}, or fork it into this one.`,
  );
}

export function existingFile(inputPath: string, cwd: string): string {
  const path = resolve(cwd, inputPath);
  if (!existsSync(path)) throw new AgentSessionError("missing-file", `There is no session file ${path}.`);
  return path;
}
