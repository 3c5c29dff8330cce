import { choose } from "../overlays/choose.ts";
import type { SlashCommand } from "./command.ts";

export const logoutCommand: SlashCommand = {
  name: "logout",
  description: "Forget the key or login of a provider",
  run: async (context) => {
    const { models } = context.services;
    const stored = await models.authStorage.list();
    if (stored.length === 0)
      return context.say("No key and no login is stored. Those of the environment are not ours.");
    const choices = stored.map(({ providerId, type }) => ({
      value: providerId,
      label: models.getProviderDisplayName(providerId),
      description: type === "oauth" ? "login" : "key",
    }));
    const provider = await choose(context, { title: "Forget which?", choices });
    if (provider === undefined) return;
    await models.authStorage.logout(provider);
    context.say(`Forgot the credentials of ${models.getProviderDisplayName(provider)}.`);
  },
};
