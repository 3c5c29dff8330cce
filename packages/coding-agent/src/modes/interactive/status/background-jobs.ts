import { commandsLeftRunning } from "../../../core/process/ending/left-running.ts";

export interface BackgroundJobsParts {
  readonly onChange: () => void;
  /** Counts the jobs. Default: from the system's process table. */
  readonly count?: () => number;
}

const LOOK_AGAIN_MS = 3000;

/** The number of commands that run in the background. Checks after each run, and then repeatedly as long as there are any. */
export class BackgroundJobs {
  count = 0;
  private readonly parts: BackgroundJobsParts;
  private timer: NodeJS.Timeout | undefined;

  constructor(parts: BackgroundJobsParts) {
    this.parts = parts;
  }

  refresh(): void {
    this.stop();
    const { onChange, count = () => commandsLeftRunning().length } = this.parts;
    const before = this.count;
    this.count = count();
    if (this.count > 0) this.timer = setTimeout(() => this.refresh(), LOOK_AGAIN_MS).unref();
    if (this.count !== before) onChange();
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
