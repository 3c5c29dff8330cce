import type { SlashCommand } from "./command.ts";
import { helpCommand } from "./help.ts";
import { quitCommand } from "./quit.ts";

/** Every command of the screen. */
export const slashCommands: readonly SlashCommand[] = [helpCommand(() => slashCommands), quitCommand];
