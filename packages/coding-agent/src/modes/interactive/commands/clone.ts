import type { SlashCommand } from "./command.ts";

export const cloneCommand: SlashCommand = {
  name: "clone",
  description: "Continue in a copy of this session",
  replacesSession: true,
  run: async ({ runtime, say }) => {
    const { cancelled } = await runtime.clone();
    if (!cancelled) say("This is a copy. The original session is unchanged.");
  },
};
