import { ProcessTerminal, setCapabilityOverrides, type TUI, TuiAltScreen, TuiMainScreen, type TuiMode } from "@tau/tui";
import type { SettingsManager } from "../core/settings/index.ts";

/** The screen as flag and settings want it; it is not open yet. */
export function createTui(settings: SettingsManager, mode: TuiMode): TUI {
  setCapabilityOverrides(settings.getTerminalCapabilityOverrides());
  const terminal = new ProcessTerminal();
  const showCursor = settings.getShowHardwareCursor();
  if (mode === "regular") return new TuiMainScreen(terminal, showCursor);
  const lines = settings.getFullscreenWheelScrollLines();
  return new TuiAltScreen(terminal, showCursor, undefined, {
    copyOnSelect: settings.getFullscreenCopyOnSelect(),
    exitOutput: settings.getFullscreenExitOutput() === "transcript" ? "document" : "none",
    ...(typeof lines === "number" ? { wheelScrollLines: lines } : {}),
  });
}
