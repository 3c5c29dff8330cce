import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { SessionManager as AnySessionManager } from "@tau/agent";
import { readSessionHeader, SessionManager } from "@tau/agent/node";
import { AgentSessionError } from "./session-error.ts";
import type { SessionServices } from "./session-services.ts";
import { sessionStoreOptions } from "./session-store-options.ts";

/** A log that is there to be opened once the present one is closed: both may be the same file. */
export interface WaitingLog {
  readonly targetSessionFile: string | undefined;
  readonly open: () => SessionManager;
}

export interface OpenOptions {
  /** For a session whose own folder is gone. */
  readonly cwdOverride?: string;
  /** Takes the lock from a process of another machine or container. */
  readonly takeOver?: boolean;
}

/** The logs that follow on a session's: they lie beside it, or in memory like it, and are kept in the same way. */
export class NextLogs {
  private readonly log: AnySessionManager;
  private readonly cwd: string;
  private readonly store: ReturnType<typeof sessionStoreOptions>;

  constructor(log: AnySessionManager, services: SessionServices) {
    this.log = log;
    this.cwd = services.cwd;
    this.store = sessionStoreOptions(services);
  }

  create(options: { readonly parentSession?: string } = {}): SessionManager {
    if (!this.log.isPersisted()) return SessionManager.inMemory(this.cwd);
    return SessionManager.create(this.cwd, this.directory(), { ...this.store, ...options });
  }

  open(path: string, { cwdOverride, takeOver = false }: OpenOptions = {}): SessionManager {
    return SessionManager.open(path, this.directory(), cwdOverride, { ...this.store, takeOver });
  }

  /** A copy of a session from anywhere. */
  copy(path: string, cwd: string): SessionManager {
    return SessionManager.forkFrom(path, cwd, this.directory(), this.store);
  }

  /** The entries up to a leaf; before the first entry there are none. */
  branch(leafId: string | null): WaitingLog {
    const { log, cwd } = this;
    if (!log.isPersisted()) {
      const entries = leafId === null ? [] : log.getBranch(leafId);
      return { targetSessionFile: undefined, open: () => SessionManager.inMemory(cwd, {}, entries) };
    }
    if (leafId === null) {
      const parentSession = log.getSessionFile();
      const empty = this.create(parentSession === undefined ? {} : { parentSession });
      return { targetSessionFile: empty.getSessionFile(), open: () => empty };
    }
    const path = log.createBranchedSession(leafId);
    if (path === undefined) throw new AgentSessionError("nothing-to-do", "The branch could not be copied.");
    return { targetSessionFile: path, open: () => this.open(path) };
  }

  /** The session's own log once more, at the same place. */
  same(): WaitingLog {
    const { log } = this;
    const [path, leafId, cwd] = [log.getSessionFile(), log.getLeafId(), log.getCwd()];
    const open = () => {
      const again =
        path === undefined ? SessionManager.inMemory(cwd, {}, log.getEntries()) : this.open(path, { cwdOverride: cwd });
      // A log that nobody was answered in has no file yet: it begins anew.
      if (leafId !== null && again.getEntry(leafId)) again.branch(leafId);
      return again;
    };
    return { targetSessionFile: path, open };
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
