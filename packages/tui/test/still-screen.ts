import type { TUI } from "../src/index.ts";

/** As much of a screen as a component asks for: a size, and a count of the frames it requested. */
export class StillScreen {
  frames = 0;
  readonly terminal: { rows: number; columns: number };

  constructor(rows = 24, columns = 80) {
    this.terminal = { rows, columns };
  }

  requestRender(): void {
    this.frames++;
  }

  get tui(): TUI {
    return this as unknown as TUI;
  }
}
