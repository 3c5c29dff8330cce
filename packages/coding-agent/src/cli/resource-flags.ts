import { existsSync, readFileSync } from "node:fs";
import { getAgentDir } from "../core/paths/index.ts";
import { hasProtectedResources, type ResourceLoaderOptions } from "../core/resources/index.ts";
import { SettingsManager } from "../core/settings/index.ts";
import { ProjectTrustStore, resolveProjectTrust } from "../core/trust/index.ts";
import type { Options } from "./options.ts";

/** Settings that hold the folder's own only if the folder is trusted: by flag, by an earlier decision, or by the user's default. */
export async function trustedSettings(options: Options, cwd: string): Promise<SettingsManager> {
  const settings = SettingsManager.create(cwd, getAgentDir());
  const { trusted } = await resolveProjectTrust({
    cwd,
    store: new ProjectTrustStore(getAgentDir()),
    hasProtected: hasProtectedResources(cwd),
    override: trustOverride(options),
    fallback: settings.get("defaultProjectTrust"),
  });
  if (trusted) settings.setProjectTrusted(true);
  return settings;
}

export function trustOverride({ approve, noApprove }: Options): boolean | undefined {
  if (approve) return true;
  return noApprove ? false : undefined;
}

/** What the flags say of skills, templates, themes, extensions and prompts. */
export function resourceOptions(options: Options): Omit<ResourceLoaderOptions, "cwd" | "agentDir" | "settings"> {
  return {
    additional: {
      extensions: (options.extension ?? []).filter((path) => !path.startsWith("builtin:")),
      skills: options.skill ?? [],
      prompts: options.promptTemplate ?? [],
      themes: options.theme ?? [],
    },
    without: {
      extensions: options.noExtensions ?? false,
      skills: options.noSkills ?? false,
      prompts: options.noPromptTemplates ?? false,
      themes: options.noThemes ?? false,
      contextFiles: options.noContextFiles ?? false,
    },
    ...(options.systemPrompt === undefined ? {} : { systemPrompt: textOrFile(options.systemPrompt) }),
    ...(options.appendSystemPrompt === undefined
      ? {}
      : { appendSystemPrompt: options.appendSystemPrompt.map(textOrFile) }),
  };
}

/** A value that names a file stands for what the file says. */
function textOrFile(value: string): string {
  return value.length < 4096 && existsSync(value) ? readFileSync(value, "utf8") : value;
}
