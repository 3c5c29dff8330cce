import type { TUI as Screen } from "./tui.ts";
import { TuiMainScreen } from "./tui-main-screen.ts";

export type TUI = Screen;
/** The name under which programs written before there were two screens construct the regular one. */
export const TUI = TuiMainScreen;
