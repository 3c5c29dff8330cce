import { currentProviderName } from "../auth/provider-names.ts";
import { type FileDiagnostic, isObject, lineOf, loadJsonText, readFile } from "../json-file/index.ts";
import { type ModelsJsonProvider, modelsSchema } from "./models-schema.ts";

export interface ModelsFile {
  readonly providers: ReadonlyMap<string, ModelsJsonProvider>;
  readonly diagnostics: readonly FileDiagnostic[];
  /** Providers with only a partial entry that nothing else describes. */
  readonly ignored: ReadonlySet<string>;
}

/** Reads models.json. `isKnown` distinguishes providers that the file may modify from those that it must describe completely. */
export function loadModelsFile(path: string, isKnown: (provider: string) => boolean): ModelsFile {
  const { text, diagnostics } = readFile(path);
  if (text === undefined) return { providers: new Map(), diagnostics, ignored: new Set() };
  const loaded = loadJsonText(path, text, modelsSchema);
  const providers = new Map<string, ModelsJsonProvider>();
  const found = [...loaded.diagnostics];
  const ignored = new Set<string>();
  const entries = isObject(loaded.value.providers) ? loaded.value.providers : {};
  for (const [name, provider] of Object.entries(entries as Record<string, ModelsJsonProvider>)) {
    const id = currentProviderName(name);
    if (id !== name && Object.hasOwn(entries, id)) continue;
    const missing = isKnown(id) ? [] : missingFields(provider);
    if (missing.length === 0) providers.set(id, provider);
    else {
      ignored.add(id);
      found.push({ type: "error", path, ...placeOf(name, text), message: lacks(name, missing) });
    }
  }
  return { providers, diagnostics: found, ignored };
}

function placeOf(provider: string, text: string): Pick<FileDiagnostic, "line"> {
  const line = lineOf(text, ["providers", provider]);
  return line === undefined ? {} : { line };
}

function lacks(provider: string, missing: readonly string[]): string {
  return `provider "${provider}" needs ${missing.join(" and ")}; ignored`;
}

function missingFields({ baseUrl, api, models = [] }: ModelsJsonProvider): string[] {
  const isMissing = (field: "baseUrl" | "api") => models.length === 0 || models.some((model) => !model[field]);
  return [...(!baseUrl && isMissing("baseUrl") ? ["baseUrl"] : []), ...(!api && isMissing("api") ? ["api"] : [])];
}
