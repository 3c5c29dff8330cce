import { findEnvKeys, getEnvApiKey, keyVariables } from "../auth/env-keys.ts";
import { getModels, loadProvider } from "../catalogue/catalogue.ts";
import { getProviderInfo, getProviders } from "../providers/providers.ts";
import type { Command } from "./command.ts";
import { knownProvider } from "./known-provider.ts";

export const listProvidersCommand: Command = {
  name: "providers",
  usage: "",
  summary: "List the providers, and where their key comes from",
  run: async () => {
    printRows(getProviders().map((id) => [id, getProviderInfo(id)?.name ?? id, keyState(id)]));
  },
};

export const listModelsCommand: Command = {
  name: "models",
  usage: "[provider]",
  summary: "List the models of a provider, or of all there is a key for",
  run: async ({ words: [provider] }) => {
    const providers = provider ? [knownProvider(provider)] : getProviders().filter((id) => getEnvApiKey(id));
    await Promise.all(providers.map((id) => loadProvider(id)));
    const models = providers.flatMap((id) => getModels(id));
    if (models.length === 0)
      process.stderr.write("No key is set. Name a provider, or set one of the keys in: tau-ai providers\n");
    printRows(
      models.map(({ provider: owner, id, name, contextWindow, cost }) => [
        `${owner}/${id}`,
        name,
        `${Math.round(contextWindow / 1000)}k`,
        `$${cost.input}/$${cost.output}`,
      ]),
    );
  },
};

function keyState(provider: string): string {
  const [found] = findEnvKeys(provider) ?? [];
  if (found) return `${found} is set`;
  return getEnvApiKey(provider) ? "this machine is signed in" : (keyVariables(provider)[0] ?? "");
}

function printRows(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  for (const line of lines) process.stdout.write(`${line.trimEnd()}\n`);
}
