import type { InteractiveContext } from "../../interactive-context.ts";
import { askText } from "../ask-text.ts";
import { choose } from "../choose.ts";
import { usualKeyVariable } from "./usual-key-variable.ts";

/** Takes a key and keeps it in auth.json. Resolves to false where the user cancelled. */
export async function storeKey(context: InteractiveContext, provider: string): Promise<boolean> {
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
