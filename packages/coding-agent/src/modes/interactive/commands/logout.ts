import type { InteractiveContext } from "../interactive-context.ts";
import { choose } from "../overlays/choose.ts";
import { type SlashCommand, wordsStarting } from "./command.ts";

export const logoutCommand: SlashCommand = {
  name: "logout",
  aliases: ["signout"],
  description: "Forget the key or login of a provider",
  argumentHint: "[provider]",
  complete: async (prefix, { services }) => {
    const stored = await services.models.authStorage.list();
    return wordsStarting(
      prefix,
      stored.map(({ providerId }) => providerId),
    );
  },
  run: async (context, argument) => {
    const { models } = context.services;
    const provider = await askProvider(context, argument.trim());
    if (provider === undefined) return;
    await models.authStorage.logout(provider);
    const name = models.getProviderDisplayName(provider);
    const { configured, label, source } = models.getProviderAuthStatus(provider);
    const rest = configured ? ` ${label ?? source} still connects it.` : "";
    context.say(`Forgot the credentials of ${name}.${rest}`);
  },
};

async function askProvider(context: InteractiveContext, named: string): Promise<string | undefined> {
  const { models } = context.services;
  const stored = await models.authStorage.list();
  if (stored.length === 0) {
    context.say("No key and no login is stored. A key in the environment is unset there.");
    return undefined;
  }
  if (stored.some(({ providerId }) => providerId === named)) return named;
  const choices = stored.map(({ providerId, type }) => ({
    value: providerId,
    label: models.getProviderDisplayName(providerId),
    description: type === "oauth" ? "login" : "key",
    search: `${providerId} ${models.getProviderDisplayName(providerId)}`,
  }));
  return await choose(context, { title: "Forget which?", choices, filter: named });
}
