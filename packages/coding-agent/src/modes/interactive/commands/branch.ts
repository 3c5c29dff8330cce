import type { SlashCommand } from "./command.ts";
import { forkCommand } from "./fork.ts";

/** `/fork` under the name that other programs use. */
export const branchCommand: SlashCommand = {
  name: "branch",
  givesWay: true,
  description: "Start a new session from an earlier prompt, as /fork",
  replacesSession: true,
  run: (context, argument) => forkCommand.run(context, argument),
};
