import { authSourceText } from "../../../../core/auth/auth-source-text.ts";
import { usualKeyVariable } from "../../../../core/auth/usual-key-variable.ts";
import { modelName } from "../../../../core/models/index.ts";
import type { InteractiveContext } from "../../interactive-context.ts";
import { askText } from "../ask-text.ts";
import { choose } from "../choose.ts";
import { signIn } from "./sign-in.ts";

/** Connects a provider: by signing in if it supports that, or with a key that is stored. */
export async function login(context: InteractiveContext, named: string): Promise<void> {
  const { models } = context.services;
  if (keyedServices(context).includes(named) && !models.getProviders().includes(named)) {
    const isStored = await storeKey(context, named);
    return context.say(isStored ? `The key of ${named} is stored. Run /reload to use it.` : "Nothing was changed.");
  }
  const provider = models.getProviders().includes(named) ? named : await askProvider(context, named);
  if (provider === undefined) return;
  const way = await askWay(context, provider);
  if (way === undefined) return;
  const connected = way === "sign-in" ? await signIn(context, provider) : await storeKey(context, provider);
  if (connected) await welcome(context, provider);
  else context.say("Nothing was changed.");
}

/** Returns the services for which batteries need a key, such as search providers, and the model providers among them. */
function keyedServices({ session }: Pick<InteractiveContext, "session">): string[] {
  const conditions = (session.extensions?.batteries?.all ?? []).flatMap(({ when = {} }) => [when, ...(when.any ?? [])]);
  return conditions.flatMap(({ credentials = [] }) => credentials);
}

async function askProvider(context: InteractiveContext, filter: string): Promise<string | undefined> {
  const { models } = context.services;
  const logins = new Map((await models.authStorage.listLogins()).map((login) => [login.id, waysOf(login)]));
  const choices = models
    .getProviders()
    .filter((provider) => !models.isFree(provider))
    .map((provider) => {
      const label = models.getProviderDisplayName(provider);
      const description = stateOf(context, provider, logins.get(provider));
      return { value: provider, label, description, search: `${provider} ${label}` };
    });
  return await choose(context, { title: "Connect which provider?", choices, filter });
}

/** Offers the sign-in only if it works. Without a client id it does not, and the user can paste an existing token instead. */
function waysOf({ isConfigured }: { readonly isConfigured?: () => boolean }): "sign in" | "token" {
  return (isConfigured?.() ?? true) ? "sign in" : "token";
}

function stateOf(context: InteractiveContext, provider: string, way: "sign in" | "token" | undefined): string {
  const { models } = context.services;
  const status = models.getProviderAuthStatus(provider);
  if (models.isUnchosen(provider)) return `found, not used: ${status.label ?? "credentials"} (/model chooses it)`;
  if (status.configured) return `✓ connected by ${authSourceText(status)}`;
  const variable = usualKeyVariable(provider);
  return [way ?? "", variable ? `key (${variable})` : "key"].filter(Boolean).join(" or ");
}

async function askWay(context: InteractiveContext, provider: string): Promise<"sign-in" | "key" | undefined> {
  const { models } = context.services;
  const found = (await models.authStorage.listLogins()).find(({ id }) => id === provider);
  if (!found) return "key";
  const key = { value: "key" as const, label: "Enter a key", description: "kept in auth.json, readable by you alone" };
  const account = "with a subscription or an account";
  const choices =
    waysOf(found) === "sign in"
      ? [{ value: "sign-in" as const, label: "Sign in", description: account }, key]
      : [key, { value: "sign-in" as const, label: "Paste a token", description: "an access token that you have" }];
  const title = `How to connect ${models.getProviderDisplayName(provider)}`;
  return await choose(context, { title, choices });
}

/** Reports the connection. If the session still uses the demo model, switches to a model of the new provider. */
async function welcome(context: InteractiveContext, provider: string): Promise<void> {
  const { models } = context.services;
  const name = models.getProviderDisplayName(provider);
  await models.load([provider]);
  const { session, screen } = context;
  const model = models.getDefaultModel(provider);
  if (!model || !session.isIdle || !models.isFree(session.model.provider))
    return context.say(`${name} is connected. Choose a model: /model`, "success");
  await session.choice.setModel(model);
  screen.modelChanged();
  context.say(`${name} is connected. Model: ${modelName(model)} (/model chooses another)`, "success");
}

/** Asks for a key and stores it in auth.json. Resolves to false if the user cancels. */
async function storeKey(context: InteractiveContext, provider: string): Promise<boolean> {
  const { models } = context.services;
  const { authStorage } = models;
  const name = models.getProviderDisplayName(provider);
  const place = authStorage.has(provider) ? await askPlace(context, name) : "replace";
  if (place === undefined) return false;
  const variable = usualKeyVariable(provider);
  const placeholder = variable ? `what ${variable} would hold` : "";
  const key = (await askText(context, { title: `Key for ${name}`, placeholder, kind: "secret" }))?.trim();
  if (!key) return false;
  const credential = { type: "api_key", key } as const;
  if (place === "add") authStorage.add(provider, credential);
  else authStorage.set(provider, credential);
  return true;
}

async function askPlace(context: InteractiveContext, name: string): Promise<"replace" | "add" | undefined> {
  const choices = [
    { value: "replace" as const, label: "Replace it" },
    { value: "add" as const, label: "Keep both", description: "the other is used when one is rate limited" },
  ];
  return await choose(context, { title: `A key or login for ${name} is stored already`, choices });
}
