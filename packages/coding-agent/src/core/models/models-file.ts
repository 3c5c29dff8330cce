import { type FileDiagnostic, isObject, lineOf, loadJsonText, readFile } from "../json-file/index.ts";
import { type ModelsJsonProvider, modelsSchema } from "./models-schema.ts";

export interface ModelsFile {
  readonly providers: ReadonlyMap<string, ModelsJsonProvider>;
  readonly diagnostics: readonly FileDiagnostic[];
}

/** Reads models.json. `isKnown` tells providers it may change from those it has to describe whole. */
export function loadModelsFile(path: string, isKnown: (provider: string) => boolean): ModelsFile {
  const { text, diagnostics } = readFile(path);
  if (text === undefined) return { providers: new Map(), diagnostics };
  const loaded = loadJsonText(path, text, modelsSchema);
  const providers = new Map<string, ModelsJsonProvider>();
  const found = [...loaded.diagnostics];
  const entries = isObject(loaded.value.providers) ? loaded.value.providers : {};
  for (const [id, provider] of Object.entries(entries as Record<string, ModelsJsonProvider>)) {
    const missing = isKnown(id) ? [] : missingFields(provider);
    if (missing.length === 0) providers.set(id, provider);
    const line = missing.length > 0 ? lineOf(text, ["providers", id]) : undefined;
    const message = `provider "${id}" needs ${missing.join(" and ")}; ignored`;
    if (missing.length > 0) found.push({ type: "error", path, ...(line === undefined ? {} : { line }), message });
  }
  return { providers, diagnostics: found };
}

function missingFields({ baseUrl, api, models = [] }: ModelsJsonProvider): string[] {
  const lacks = (field: "baseUrl" | "api") => models.length === 0 || models.some((model) => !model[field]);
  return [...(!baseUrl && lacks("baseUrl") ? ["baseUrl"] : []), ...(!api && lacks("api") ? ["api"] : [])];
}
