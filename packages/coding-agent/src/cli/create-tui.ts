import {
  ProcessTerminal,
  setCapabilityOverrides,
  type Terminal,
  type TUI,
  TuiAltScreen,
  TuiMainScreen,
  type TuiMode,
} from "@tau/tui";
import type { FullscreenExitOutput } from "../core/sdk/named-types.ts";
import type { SettingsManager } from "../core/settings/index.ts";
import { chooseLook, type TerminalLook } from "../modes/interactive/terminal/terminal-look.ts";
import type { Options } from "./options.ts";

export interface CreateTuiOptions {
  readonly mode: TuiMode;
  readonly look: TerminalLook;
  /** The window was closed, or the line went dead. */
  readonly onClose?: () => void;
  /** Default: the terminal of this process. */
  readonly terminal?: Terminal | undefined;
  /** What is left on the terminal after fullscreen, if that is not up to the settings. Asked at the end. */
  readonly exitOutput?: (() => FullscreenExitOutput | undefined) | undefined;
}

/** The screen that the user's terminal, wishes and eyes ask for; it is not open yet. What is seldom asked for is loaded when it is. */
export async function createTui(
  settings: SettingsManager,
  { mode, look, onClose = () => undefined, exitOutput = () => undefined, ...given }: CreateTuiOptions,
): Promise<TUI> {
  setCapabilityOverrides(settings.getTerminalCapabilityOverrides());
  const OwnTerminal = look.ascii
    ? (await import("../modes/interactive/terminal/ascii-terminal.ts")).AsciiTerminal
    : ProcessTerminal;
  const terminal = given.terminal ?? new OwnTerminal({ onClose });
  if (look.plain) return new (await import("../modes/interactive/plain/linear-tui.ts")).LinearTui(terminal);
  const showCursor = settings.isHardwareCursorShown();
  if (mode === "regular") return new TuiMainScreen(terminal, showCursor);
  return new TuiAltScreen(terminal, showCursor, undefined, {
    copyOnSelect: settings.getFullscreenCopyOnSelect(),
    get exitOutput() {
      return (exitOutput() ?? settings.getFullscreenExitOutput()) === "transcript" ? "document" : "none";
    },
    wheelScrollLines: settings.getFullscreenWheelScrollLines(),
  });
}

export function terminalLook(settings: SettingsManager, flags: Pick<Options, "ascii" | "plain">): TerminalLook {
  const wishes = { ascii: settings.get("terminal.ascii"), plain: settings.get("terminal.plain") };
  return chooseLook({ flags, settings: wishes, env: process.env });
}
