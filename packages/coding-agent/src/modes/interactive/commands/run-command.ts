import type { InteractiveContext } from "../interactive-context.ts";
import type { SlashCommand } from "./command.ts";

/** Runs a command that a key stands for. One that replaces the session has its place in the order of what is sent. */
export async function runCommand(context: InteractiveContext, command: SlashCommand): Promise<void> {
  const { typedAhead, runtime } = context;
  if (!command.replacesSession) return await command.run(context, "");
  await typedAhead.run({ kind: "replacement" }, async () => {
    await runtime.lastingSession();
    await command.run(context, "");
  });
}
