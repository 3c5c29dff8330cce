import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { SessionLog } from "@tau/agent";
import { cloneLog, createLog, openLog, readSessionHeader } from "@tau/agent/node";
import type { Workspace } from "../../workspace/workspace.ts";
import { sessionStoreOptions } from "../log/session-store-options.ts";
import { AgentSessionError } from "../session-error.ts";

export interface OpenOptions {
  /** The folder to use if the session's own folder no longer exists. */
  readonly cwdOverride?: string;
  /** Takes the lock from a process on another machine or in another container. */
  readonly takeOver?: boolean;
}

/**
 * Creates and opens the logs of sessions that follow on this one. They are stored next to
 * its log, or in memory if it is, with the current settings.
 */
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
    const workspace = this.log.getHeader()?.workspace;
    return createLog(this.cwd, this.directory(), { ...this.store, workspace, ...options });
  }

  open(path: string, { cwdOverride, takeOver = false }: OpenOptions = {}): SessionLog {
    return openLog(path, this.directory(), cwdOverride, { ...this.store, takeOver });
  }

  /** Copies a session from any location. */
  copy(path: string, cwd: string): SessionLog {
    return cloneLog(path, cwd, this.directory(), this.store);
  }

  private directory(): string | undefined {
    const { log } = this;
    return log.usesDefaultSessionDir() || !log.isPersisted() ? undefined : log.getSessionDir();
  }
}

/** Throws if the session's folder no longer exists. Its commands must run there: in another folder they would have other effects. */
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
