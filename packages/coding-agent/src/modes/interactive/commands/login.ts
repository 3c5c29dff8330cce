import { type SlashCommand, wordsStarting } from "./command.ts";

export const loginCommand: SlashCommand = {
  name: "login",
  aliases: ["signin", "auth"],
  description: "Connect a provider",
  argumentHint: "[provider]",
  complete: (prefix, { services }) => wordsStarting(prefix, services.models.getProviders()),
  run: async (context, argument) => {
    const { login } = await import("../overlays/login/login.ts");
    await login(context, argument.trim());
  },
};
