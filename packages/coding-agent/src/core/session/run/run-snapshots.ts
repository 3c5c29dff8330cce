import { isAbsolute } from "node:path";
import { errorText } from "../../error-text.ts";
import type { PermissionRequest } from "../../permission/index.ts";
import type { SessionSnapshots, SnapshotSources } from "../../snapshots/session-snapshots.ts";

/** The snapshots of a session. They are created at the first permitted tool call, or when the user asks for them. */
export interface SnapshotHolder {
  readonly made: RunSnapshots | undefined;
  readonly get: () => RunSnapshots;
  /** Called once, if the files cannot be recorded. */
  onProblem?: ((message: string) => void) | undefined;
}

/** Records the files of a session before and after its runs change them. Nothing is loaded or done before the first change. */
export class RunSnapshots {
  /** Whether the run has ended except for its last snapshot. */
  isEnding = false;
  private readonly sources: SnapshotSources;
  private readonly onProblem: (message: string) => void;
  private loaded: Promise<SessionSnapshots> | undefined;
  private last: Promise<void> = Promise.resolve();
  private hasFailed = false;
  private isStarted = false;
  /** Ids of calls that may be changing files. */
  private readonly changing = new Set<string>();
  /** The number of calls whose changes are not recorded yet: one snapshot serves all of them. */
  private unrecorded = 0;

  /** Calls `onProblem` once, if the files cannot be recorded. */
  constructor(sources: SnapshotSources, onProblem: (message: string) => void) {
    this.sources = sources;
    this.onProblem = onProblem;
  }

  /** Resolves when the call may make its change. */
  beforeCall(callId: string, { effect, paths = [] }: PermissionRequest): Promise<void> | undefined {
    if (this.hasFailed || effect === "read" || effect === "network") return undefined;
    this.isStarted = true;
    this.changing.add(callId);
    // Only file paths: content behind URLs is stored elsewhere.
    const written = effect === "write" ? paths.filter((path) => isAbsolute(path)) : [];
    const isExact = effect === "write" && paths.length > 0;
    return this.queue((files) => files.beforeChange(written, { isExact }));
  }

  /** Takes a snapshot while the run continues; the next change waits for it. */
  afterCall(callId: string): void {
    if (!this.changing.delete(callId)) return;
    this.unrecorded++;
    void this.queue((files) => files.afterChange({ isLast: --this.unrecorded === 0 }));
  }

  afterRun(): Promise<void> | undefined {
    if (!this.isStarted) return undefined;
    this.isStarted = false;
    this.changing.clear();
    this.isEnding = true;
    return this.queue((files) => files.afterRun()).finally(() => {
      this.isEnding = false;
    });
  }

  load(): Promise<SessionSnapshots> {
    this.loaded ??= import("../../snapshots/session-snapshots.ts").then((m) => new m.SessionSnapshots(this.sources));
    return this.loaded;
  }

  /** Runs the actions one after the other. A failure disables undo but does not affect the run. */
  private queue(action: (files: SessionSnapshots) => Promise<void>): Promise<void> {
    this.last = this.last
      .then(async () => {
        if (!this.hasFailed) await action(await this.load());
      })
      .catch(async (error: unknown) => {
        this.hasFailed = true;
        const problem = await this.load().then((files) => files.refuse(error), errorText);
        if (problem !== undefined) this.onProblem(problem);
      })
      .catch((error: unknown) => this.onProblem(errorText(error)));
    return this.last;
  }
}
