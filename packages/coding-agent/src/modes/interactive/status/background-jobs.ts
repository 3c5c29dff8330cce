import { commandsLeftRunning } from "../../../core/process/left-running.ts";

export interface BackgroundJobsParts {
  readonly onChange: () => void;
  /** How many there are; read off the system's table of processes. */
  readonly count?: () => number;
}

const LOOK_AGAIN_MS = 3000;

/** How many commands go on in the background. Looks after a run, and then only for as long as there are any. */
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
