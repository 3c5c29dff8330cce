import { ProcessTerminal, type TUI, TuiAltScreen, TuiMainScreen, type TuiMode } from "@tau/tui";
import type { SettingsManager } from "../core/settings/index.ts";
import type { TerminalLook } from "../modes/interactive/terminal/terminal-look.ts";

export interface CreateTuiOptions {
  readonly settings: SettingsManager;
  readonly mode: TuiMode;
  readonly look: TerminalLook;
  /** The window was closed, or the line went dead. */
  readonly onClose: () => void;
}

/** The screen that the user's terminal, wishes and eyes ask for. What is seldom asked for is loaded when it is. */
export async function createTui({ settings, mode, look, onClose }: CreateTuiOptions): Promise<TUI> {
  const Terminal = look.ascii
    ? (await import("../modes/interactive/terminal/ascii-terminal.ts")).AsciiTerminal
    : ProcessTerminal;
  const terminal = new Terminal({ onClose });
  if (look.plain) return new (await import("../modes/interactive/plain/linear-tui.ts")).LinearTui(terminal);
  const showCursor = settings.getShowHardwareCursor();
  if (mode === "regular") return new TuiMainScreen(terminal, showCursor);
  const lines = settings.getFullscreenWheelScrollLines();
  return new TuiAltScreen(terminal, showCursor, undefined, {
    copyOnSelect: settings.getFullscreenCopyOnSelect(),
    exitOutput: settings.getFullscreenExitOutput() === "transcript" ? "document" : "none",
    ...(typeof lines === "number" ? { wheelScrollLines: lines } : {}),
  });
}
