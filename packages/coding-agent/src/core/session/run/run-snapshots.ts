import { isAbsolute } from "node:path";
import { errorText } from "../../error-text.ts";
import type { PermissionRequest } from "../../permission/index.ts";
import type { SessionSnapshots, SnapshotSources } from "../../snapshots/session-snapshots.ts";

/** Records the files of a session around what its runs change. Nothing is loaded, and nothing done, before the first change. */
export class RunSnapshots {
  /** Called once, where the files cannot be recorded. */
  onProblem: ((message: string) => void) | undefined;
  /** The run is over but for its last snapshot. */
  isEnding = false;
  private readonly sources: SnapshotSources;
  private loaded: Promise<SessionSnapshots> | undefined;
  private last: Promise<void> = Promise.resolve();
  private isStarted = false;
  private hasFailed = false;

  constructor(sources: SnapshotSources) {
    this.sources = sources;
  }

  /** Resolves when the call may make its change. */
  beforeCall({ effect, paths = [] }: PermissionRequest): Promise<void> | undefined {
    if (this.hasFailed || effect === "read" || effect === "network") return undefined;
    this.isStarted = true;
    // What a URL stands for is kept elsewhere.
    const written = effect === "write" ? paths.filter((path) => isAbsolute(path)) : [];
    return this.queue((files) => files.beforeChange(written));
  }

  afterRun(): Promise<void> | undefined {
    if (!this.isStarted) return undefined;
    this.isStarted = false;
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
      .catch((error: unknown) => {
        this.hasFailed = true;
        this.onProblem?.(errorText(error));
      });
    return this.last;
  }
}
