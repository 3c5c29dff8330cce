import { existsSync, statSync } from "node:fs";
import { errorText } from "../../core/error-text.ts";
import { FILE_LIMITS } from "../../core/files/ordinary-file.ts";
import { readInputSync } from "../../core/files/read-input.ts";
import { getAgentDir, resolveFrom } from "../../core/paths/index.ts";
import { hasProtectedResources, isPackageFolder, type ResourceLoaderOptions } from "../../core/resources/index.ts";
import { SettingsStore } from "../../core/settings/index.ts";
import { ProjectTrustStore, resolveProjectTrust } from "../../core/trust/index.ts";
import type { AppMode } from "../choose-mode.ts";
import { usageError } from "../cli-error.ts";
import type { Options } from "./options.ts";

export type TrustFlags = Pick<Options, "approve" | "noApprove">;

/** Opens the settings. Includes the folder's own only if the folder is trusted: by flag, by an earlier decision, or by the user's default. */
export async function trustedSettings(options: TrustFlags, cwd: string): Promise<SettingsStore> {
  const settings = SettingsStore.open(cwd, getAgentDir());
  await settings.readManaged();
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

export function trustOverride({ approve, noApprove }: TrustFlags): boolean | undefined {
  if (approve && noApprove) throw usageError("These options exclude each other: --approve, --no-approve.");
  if (approve) return true;
  return noApprove ? false : undefined;
}

/** Returns the resource options that the flags set: skills, templates, themes, extensions and prompts. */
export function resourceOptions(
  options: Options,
  mode: AppMode,
): Omit<ResourceLoaderOptions, "cwd" | "agentDir" | "settings"> {
  const hasScreen = mode === "interactive" || mode === "rpc";
  return {
    additional: {
      extensions: (options.extension ?? []).filter((path) => !/^builtin:/.test(path) && !isPackage(path)),
      skills: options.skill ?? [],
      prompts: options.promptTemplate ?? [],
      themes: options.theme ?? [],
    },
    without: {
      extensions: options.noExtensions ?? false,
      skills: options.noSkills ?? false,
      prompts: options.noPromptTemplates ?? false,
      themes: options.noThemes ?? !hasScreen,
      contextFiles: options.noContextFiles ?? false,
    },
    ...(options.systemPrompt === undefined ? {} : { systemPrompt: textOrFile(options.systemPrompt) }),
    ...(options.appendSystemPrompt === undefined
      ? {}
      : { appendSystemPrompt: options.appendSystemPrompt.map(textOrFile) }),
  };
}

/** Returns the content of the file if the value names one, else the value. */
function textOrFile(value: string): string {
  const isFile = existsSync(value) && !statSync(value).isDirectory();
  try {
    return isFile ? readInputSync(value, FILE_LIMITS.config).toString("utf8") : value;
  } catch (cause) {
    const reason = errorText(cause);
    throw usageError(`The file for the system prompt cannot be read: ${reason}.`, { cause });
  }
}

/** Returns the packages that `-e` names, for this run only. */
export function packageSources({ extension = [] }: Options): string[] {
  return extension.filter(isPackage);
}

function isPackage(source: string): boolean {
  return /^(?:npm:|git:|git@|https?:\/\/|ssh:\/\/)/.test(source) || isPackageFolder(resolveFrom(process.cwd(), source));
}
