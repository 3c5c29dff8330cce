import {
  ProcessTerminal,
  setCapabilityOverrides,
  type Terminal,
  type TUI,
  TuiAltScreen,
  TuiMainScreen,
  type TuiMode,
} from "@tau/tui";
import {
  isHardwareCursorShown,
  type Settings,
  type SettingsStore,
  terminalOverrides,
} from "../../core/settings/index.ts";
import { currentTheme } from "../../modes/interactive/parts/current-theme.ts";
import { chooseLook, type TerminalLook } from "../../modes/interactive/terminal/terminal-look.ts";
import type { Options } from "../options/options.ts";

export interface CreateTuiOptions {
  readonly mode: TuiMode;
  readonly look: TerminalLook;
  /** Called when the terminal window is closed or the connection is lost. */
  readonly onClose?: () => void;
  /** Default: the terminal of this process. */
  readonly terminal?: Terminal | undefined;
  /** What stays on the terminal after fullscreen, if it overrides the setting. Called when the screen closes. */
  readonly exitOutput?: (() => Settings["fullscreenExitOutput"]) | undefined;
}

/**
 * Creates the screen that fits the terminal, the settings and the accessibility flags, without opening it. Loads rarely used parts only
 * when needed.
 */
export async function createTui(
  settings: SettingsStore,
  { mode, look, onClose = () => undefined, exitOutput = () => undefined, ...given }: CreateTuiOptions,
): Promise<TUI> {
  setCapabilityOverrides(terminalOverrides(settings));
  const OwnTerminal = look.ascii
    ? (await import("../../modes/interactive/terminal/ascii-terminal.ts")).AsciiTerminal
    : ProcessTerminal;
  const terminal = given.terminal ?? new OwnTerminal({ onClose });
  if (look.plain) return new (await import("../../modes/interactive/plain/linear-tui.ts")).LinearTui(terminal);
  const showCursor = isHardwareCursorShown(settings);
  if (mode === "regular") return new TuiMainScreen(terminal, showCursor);
  const { fullscreenLooks } = await import("../../modes/interactive/terminal/fullscreen-looks.ts");
  return new TuiAltScreen(terminal, showCursor, undefined, {
    ...fullscreenLooks(currentTheme),
    copyOnSelect: settings.get("fullscreenCopyOnSelect"),
    get exitOutput() {
      return (exitOutput() ?? settings.get("fullscreenExitOutput")) === "transcript" ? "document" : "none";
    },
    wheelScrollLines: settings.get("fullscreenWheelScrollLines"),
  });
}

export function terminalLook(settings: SettingsStore, flags: Pick<Options, "ascii" | "plain">): TerminalLook {
  const wishes = { ascii: settings.get("terminal.ascii"), plain: settings.get("terminal.plain") };
  return chooseLook({ flags, settings: wishes, env: process.env });
}
