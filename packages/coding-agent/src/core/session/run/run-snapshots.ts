import { isAbsolute } from "node:path";
import { errorText } from "../../error-text.ts";
import type { PermissionRequest } from "../../permission/index.ts";
import type { SessionSnapshots, SnapshotSources } from "../../snapshots/session-snapshots.ts";

/** The snapshots of a session. They are made with the first call of a tool, or where the user asks for them. */
export interface SnapshotHolder {
  readonly made: RunSnapshots | undefined;
  readonly get: () => RunSnapshots;
  /** Called once, where the files cannot be recorded. */
  onProblem?: ((message: string) => void) | undefined;
}

/** Records the files of a session around what its runs change. Nothing is loaded, and nothing done, before the first change. */
export class RunSnapshots {
  /** The run is over but for its last snapshot. */
  isEnding = false;
  private readonly sources: SnapshotSources;
  private readonly onProblem: (message: string) => void;
  private loaded: Promise<SessionSnapshots> | undefined;
  private last: Promise<void> = Promise.resolve();
  private hasFailed = false;
  private isStarted = false;
  /** Calls that may be changing files, by their ids. */
  private readonly changing = new Set<string>();
  /** Calls whose changes are still to be recorded: one snapshot serves all of them. */
  private unrecorded = 0;

  /** `onProblem`: called once, where the files cannot be recorded. */
  constructor(sources: SnapshotSources, onProblem: (message: string) => void) {
    this.sources = sources;
    this.onProblem = onProblem;
  }

  /** Resolves when the call may make its change. */
  beforeCall(callId: string, { effect, paths = [] }: PermissionRequest): Promise<void> | undefined {
    if (this.hasFailed || effect === "read" || effect === "network") return undefined;
    this.isStarted = true;
    this.changing.add(callId);
    // What a URL stands for is kept elsewhere.
    const written = effect === "write" ? paths.filter((path) => isAbsolute(path)) : [];
    return this.queue((files) => files.beforeChange(written));
  }

  /** Its snapshot is taken while the run continues; the next change waits for it. */
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

  /** One after the other. A failure costs the undo, not the run. */
  private queue(action: (files: SessionSnapshots) => Promise<void>): Promise<void> {
    this.last = this.last
      .then(async () => {
        if (!this.hasFailed) await action(await this.load());
      })
      .catch(async (error: unknown) => {
        this.hasFailed = true;
        const problem = await this.load().then((files) => files.refuse(errorText(error)), errorText);
        if (problem !== undefined) this.onProblem(problem);
      })
      .catch((error: unknown) => this.onProblem(errorText(error)));
    return this.last;
  }
}
