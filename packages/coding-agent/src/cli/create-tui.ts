import { ProcessTerminal, setCapabilityOverrides, type TUI, TuiAltScreen, TuiMainScreen, type TuiMode } from "@tau/tui";
import type { SettingsManager } from "../core/settings/index.ts";
import { chooseLook, type TerminalLook } from "../modes/interactive/terminal/terminal-look.ts";
import type { Options } from "./options.ts";

export interface CreateTuiOptions {
  readonly mode: TuiMode;
  readonly look: TerminalLook;
  /** The window was closed, or the line went dead. */
  readonly onClose?: () => void;
}

/** The screen that the user's terminal, wishes and eyes ask for; it is not open yet. What is seldom asked for is loaded when it is. */
export async function createTui(
  settings: SettingsManager,
  { mode, look, onClose = () => undefined }: CreateTuiOptions,
): Promise<TUI> {
  setCapabilityOverrides(settings.getTerminalCapabilityOverrides());
  const Terminal = look.ascii
    ? (await import("../modes/interactive/terminal/ascii-terminal.ts")).AsciiTerminal
    : ProcessTerminal;
  const terminal = new Terminal({ onClose });
  if (look.plain) return new (await import("../modes/interactive/plain/linear-tui.ts")).LinearTui(terminal);
  const showCursor = settings.isHardwareCursorShown();
  if (mode === "regular") return new TuiMainScreen(terminal, showCursor);
  return new TuiAltScreen(terminal, showCursor, undefined, {
    copyOnSelect: settings.getFullscreenCopyOnSelect(),
    exitOutput: settings.getFullscreenExitOutput() === "transcript" ? "document" : "none",
    wheelScrollLines: settings.getFullscreenWheelScrollLines(),
  });
}

export function terminalLook(settings: SettingsManager, flags: Pick<Options, "ascii" | "plain">): TerminalLook {
  const wishes = { ascii: settings.get("terminal.ascii"), plain: settings.get("terminal.plain") };
  return chooseLook({ flags, settings: wishes, env: process.env });
}
