import type { TUI as Screen } from "./tui.ts";
import { TuiMainScreen } from "./tui-main-screen.ts";

export type TUI = Screen;
/** The old name of the regular screen, for programs written before there were two screens. */
export const TUI = TuiMainScreen;
