import { keyVariables } from "@tau/ai";
import type { InteractiveContext } from "../../interactive-context.ts";
import { askText } from "../ask-text.ts";
import { choose } from "../choose.ts";
import { signIn } from "./sign-in.ts";

/** Connects a provider: by signing in where it offers that, or by a key that is stored. */
export async function login(context: InteractiveContext, named: string): Promise<void> {
  const { models } = context.services;
  const provider = models.getProviders().includes(named) ? named : await askProvider(context, named);
  if (provider === undefined) return;
  const canSignIn = models.authStorage.getOAuthProviders().some(({ id }) => id === provider);
  const way = canSignIn ? await askWay(context, provider) : "key";
  if (way === "sign-in") await signIn(context, provider);
  else if (way === "key") await storeKey(context, provider);
}

async function askProvider(context: InteractiveContext, filter: string): Promise<string | undefined> {
  const { models } = context.services;
  const choices = models.getProviders().flatMap((provider) => {
    if (models.isFree(provider)) return [];
    const status = models.getProviderAuthStatus(provider);
    const variable = keyVariables(provider)[0] ?? "";
    const description = status.configured ? `connected (${status.source ?? "stored"})` : variable;
    const label = models.getProviderDisplayName(provider);
    return [{ value: provider, label, description, search: `${provider} ${label}` }];
  });
  return await choose(context, { title: "Connect which provider?", choices, filter });
}

async function askWay(context: InteractiveContext, provider: string): Promise<"sign-in" | "key" | undefined> {
  const choices = [
    { value: "sign-in" as const, label: "Sign in", description: "with a subscription or an account" },
    { value: "key" as const, label: "Enter a key" },
  ];
  const title = `How to connect ${context.services.models.getProviderDisplayName(provider)}`;
  return await choose(context, { title, choices });
}

async function storeKey(context: InteractiveContext, provider: string): Promise<void> {
  const { models } = context.services;
  const name = models.getProviderDisplayName(provider);
  const key = await askText(context, { title: `Key for ${name}`, placeholder: keyVariables(provider)[0] ?? "" });
  if (key === undefined || key.trim() === "") return;
  models.authStorage.set(provider, { type: "api_key", key: key.trim() });
  context.say(`${name} is connected. Choose a model: /model`);
}
