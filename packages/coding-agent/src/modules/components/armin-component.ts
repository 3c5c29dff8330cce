import { type Component, type TUI, truncateToWidth } from "@tau/tui";
import { currentTheme } from "../../modes/interactive/parts/current-theme.ts";

const FRAME_MS = 400;
const FACES = ["(•‿•)  hi!", "(•‿•)/ hi!", "(•‿-)/ hi!", "(•‿•)/ hi!"];

/** A greeting that waves for a while and then stops. Just for fun. */
export class ArminComponent implements Component {
  private readonly ui: TUI;
  private readonly timer: NodeJS.Timeout;
  private frame = 0;

  constructor(ui: TUI) {
    this.ui = ui;
    this.timer = setInterval(() => this.wave(), FRAME_MS);
    this.timer.unref();
  }

  invalidate(): void {
    // There is no cache.
  }

  render(width: number): string[] {
    const face = FACES[this.frame % FACES.length] ?? "";
    return [currentTheme().fg("accent", truncateToWidth(face, width, ""))];
  }

  dispose(): void {
    clearInterval(this.timer);
  }

  private wave(): void {
    this.frame += 1;
    if (this.frame === FACES.length * 4) this.dispose();
    this.ui.requestRender();
  }
}
