import { installed } from "../extensions/batteries/installed.ts";
import { unknownModel, unknownProvider } from "../models/choice/unknown-model.ts";
import { modelName, resolveModelScope } from "../models/index.ts";
import { nearest } from "../text/nearest.ts";
import { builtInThemes } from "../themes/index.ts";
import { allToolNames } from "../tools/registry.ts";
import type { Workspace } from "./workspace.ts";

/** What a value is checked against. */
export interface KnownValues extends Pick<Workspace, "models" | "resources" | "settings"> {
  /** Further known tools, besides the built-in ones and those of batteries. */
  readonly tools?: readonly string[];
}

type Check = (value: unknown, known: KnownValues) => string | undefined | Promise<string | undefined>;

const checks: Readonly<Record<string, Check>> = {
  theme: (value, { resources }) => {
    const own = resources.getThemes().themes.map(({ theme }) => theme.name);
    const names = [...builtInThemes().map(({ name }) => name), ...own];
    const missing = String(value)
      .split("/")
      .find((name) => !names.includes(name));
    return missing === undefined ? undefined : `There is no theme "${missing}". There are: ${names.join(", ")}.`;
  },
  defaultProvider: (value, { models }) => {
    const known = models.getProviders();
    return known.includes(String(value)) ? undefined : unknownProvider(String(value), known);
  },
  defaultModel: async (value, { models, settings }) => {
    await models.load();
    const provider = settings.get("defaultProvider");
    const all = models.getAll();
    if (all.some((model) => model.id === value && (provider === undefined || model.provider === provider)))
      return undefined;
    const named = all.find((model) => modelName(model) === value || model.id === value);
    if (named) return `Set defaultProvider to ${named.provider} and defaultModel to ${named.id}.`;
    return `${unknownModel(String(value), provider, all)} A model that is not in the catalogue is added in models.json.`;
  },
  enabledModels: checkPatterns,
  fallbackModels: checkPatterns,
  "compaction.promoteTo": checkPatterns,
  modelRoles: (value, known) => checkPatterns(Object.values(value as Record<string, string>), known),
  defaultTools: checkTools,
  "tools.essential": checkTools,
};

/**
 * Resolves to a message if a value of the right type names a theme, provider, model or tool that does not exist. The
 * resources must have been loaded. Names from extensions count only once the extensions run.
 */
export async function findUnknownName(path: string, value: unknown, known: KnownValues): Promise<string | undefined> {
  const check = /^modelRoles\./.test(path) ? checkPatterns : Object.hasOwn(checks, path) ? checks[path] : undefined;
  return await check?.(value, known);
}

async function checkPatterns(value: unknown, { models }: KnownValues): Promise<string | undefined> {
  await models.load();
  const all = models.getAll();
  const { diagnostics } = resolveModelScope([value as string | string[]].flat(), all);
  const missing = diagnostics.find(({ code }) => code === "no-match");
  return missing && unknownModel(missing.pattern, undefined, all);
}

function checkTools(value: unknown, { tools = [], resources }: KnownValues): string | undefined {
  const ofBatteries = installed.flatMap(({ tools: own = [], found = [] }) => [
    ...own.map(({ name }) => name),
    ...found,
  ]);
  const names: string[] = [...allToolNames, ...ofBatteries, ...tools];
  const isKnown = (name: string) =>
    names.includes(name) || name.includes("*") || (name.startsWith("mcp__") && resources.hasMcpFile());
  const missing = (value as string[]).map((entry) => entry.replace(/^[+-]/, "")).find((name) => !isKnown(name));
  if (missing === undefined) return undefined;
  const meant = nearest(missing, names);
  return `There is no tool "${missing}".${meant ? ` Did you mean ${meant}?` : ` There are: ${names.join(", ")}.`}`;
}
