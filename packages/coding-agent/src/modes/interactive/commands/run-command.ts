import type { InteractiveContext } from "../interactive-context.ts";
import type { TypedText } from "../sessions/typed-ahead.ts";
import type { SlashCommand } from "./command.ts";

export interface CommandCall {
  readonly argument?: string;
  /** Absent if a key started the command. */
  readonly typed?: TypedText;
}

/** Runs a command in order with other input. Shows an error in the transcript. */
export async function runCommand(
  context: InteractiveContext,
  command: SlashCommand,
  { argument = "", typed }: CommandCall = {},
): Promise<void> {
  const { typedAhead, runtime, attempt } = context;
  const kind = command.replacesSession ? "replacement" : "act";
  await typedAhead.run({ kind, ...(typed ? { typed } : {}) }, async () => {
    await runtime.lastingSession();
    await attempt(async () => {
      try {
        await command.run(context, argument);
      } catch (error) {
        // Text that waited for the other session, or place, is not meant for this one.
        if (command.replacesSession) context.screen.draft.takeBack(typedAhead.takeBack());
        throw error;
      }
    });
  });
}
