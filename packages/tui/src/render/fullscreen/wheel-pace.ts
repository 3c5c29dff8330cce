/** Lines for each step of the wheel; `auto` depends on the platform and on how fast the wheel turns. */
export type WheelScrollLines = number | "auto";

const USUAL_LINES = 3;
const MOST_LINES = 6;
const FAR = 5;
const WINDOW_MS = 100;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Decides how far a step of the wheel scrolls. Terminals on macOS already report more steps for a faster wheel, so there a step
 * is one line; elsewhere, and over ssh, steps in quick succession scroll further.
 */
export class WheelPace {
  private readonly lines: number | undefined;
  private readonly now: () => number;
  private recent: number[] = [];
  private direction = 0;

  constructor(lines: WheelScrollLines, now: () => number, machine: { platform: string; env: Environment } = process) {
    this.lines = lines === "auto" ? (isLocalMac(machine) ? 1 : undefined) : lines;
    this.now = now;
  }

  /** Returns the lines to scroll; five times as many with `far`. */
  step(direction: -1 | 0 | 1, { far }: { readonly far: boolean }): number {
    const lines = this.lines ?? this.byRate(direction);
    return direction * lines * (far ? FAR : 1);
  }

  private byRate(direction: number): number {
    const at = this.now();
    const isSame = direction === this.direction;
    this.direction = direction;
    this.recent = isSame ? this.recent.filter((earlier) => at - earlier < WINDOW_MS).slice(1 - MOST_LINES) : [];
    this.recent.push(at);
    return Math.max(USUAL_LINES, this.recent.length);
  }
}

function isLocalMac({ platform, env }: { platform: string; env: Environment }): boolean {
  return platform === "darwin" && !env.SSH_CONNECTION && !env.SSH_CLIENT && !env.SSH_TTY;
}
