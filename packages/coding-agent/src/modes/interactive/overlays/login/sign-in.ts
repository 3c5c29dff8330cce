import type { OAuthLoginCallbacks } from "@tau/ai";
import type { InteractiveContext } from "../../interactive-context.ts";
import { askText } from "../ask-text.ts";
import { choose } from "../choose.ts";

/** Signs in with a link or a code. What the user has to open is in the transcript, where it can be copied. */
export async function signIn(context: InteractiveContext, provider: string): Promise<void> {
  const { models } = context.services;
  const name = models.getProviderDisplayName(provider);
  await context.screen.during(`Signing in to ${name}`, async (signal) => {
    await models.authStorage.login(provider, loginCallbacks(context, signal));
  });
  context.say(`Signed in to ${name}. Choose a model: /model`, "success");
}

export function loginCallbacks(context: InteractiveContext, signal: AbortSignal): OAuthLoginCallbacks {
  return {
    signal,
    onAuth: ({ url, instructions }) => {
      context.say([`Open this page to sign in:`, url, instructions ?? ""].filter(Boolean).join("\n"), "accent");
    },
    onDeviceCode: ({ userCode, verificationUri }) => {
      context.say(`Open ${verificationUri} and enter the code ${userCode}`, "accent");
    },
    onProgress: (message) => context.say(message),
    onPrompt: async ({ message, placeholder = "" }) => (await askText(context, { title: message, placeholder })) ?? "",
    onManualCodeInput: async () =>
      (await askText(context, { title: "If the browser cannot reach this machine: the address it ended up at" })) ?? "",
    onSelect: ({ message, options }) =>
      choose(context, { title: message, choices: options.map(({ id, label }) => ({ value: id, label })) }),
  };
}
