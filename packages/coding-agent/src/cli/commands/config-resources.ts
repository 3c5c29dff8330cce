import { installed } from "../../core/extensions/batteries/installed.ts";
import { printLine, printRow } from "../../core/output/print.ts";
import { type ListedResource, listResources, setResourceEnabled } from "../../core/packages/index.ts";
import { getAgentDir, getProjectDir } from "../../core/paths/index.ts";
import { type SettingsStore, saveFailure } from "../../core/settings/index.ts";
import { CliError, usageError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";

export interface ResourceSwitches {
  list(): Promise<ListedResource[]>;
  set(resource: ListedResource, enabled: boolean, scope: "user" | "project"): Promise<void>;
}

/** Lists the resources that packages and folders provide here, and switches them on and off. */
export function resourceSwitches(settings: SettingsStore, cwd: string = process.cwd()): ResourceSwitches {
  const agentDir = getAgentDir();
  return {
    list: () => listResources({ cwd, agentDir, settings, builtIn: installed }),
    set: async (resource, enabled, scope) => {
      const base = scope === "user" ? agentDir : getProjectDir(cwd);
      await setResourceEnabled(resource, enabled, { settings, scope, base });
      const [failure] = settings.drainErrors();
      if (failure) throw saveFailure(failure);
    },
  };
}

export async function printResources(switches: ResourceSwitches): Promise<void> {
  const resources = await switches.list();
  for (const { type, name, path, enabled, origin } of resources)
    printRow(enabled ? "on " : "off", type, name, origin, path);
  if (resources.length === 0) printLine("There are no resources. Install some with tau install npm:<name>.");
}

/** Switches the resource that a word names: by name, path, or `type:name`. */
export async function switchResource(
  switches: ResourceSwitches,
  word: string | undefined,
  enabled: boolean,
  scope: "user" | "project",
): Promise<void> {
  if (word === undefined) throw usageError("Usage: tau config enable|disable <name | type:name | path> [--local]");
  const found = (await switches.list()).filter(
    ({ type, name, path }) => word === path || word === name || word === `${type}:${name}` || word === shortName(name),
  );
  const [resource, ...others] = found;
  if (!resource)
    throw new CliError(`There is no resource "${word}". tau config resources lists them.`, ExitCode.configuration);
  if (others.length > 0) {
    const paths = found.map(({ path }) => path).join(", ");
    throw new CliError(
      `"${word}" is not the name of one resource alone. Use a path: ${paths}.`,
      ExitCode.configuration,
    );
  }
  await switches.set(resource, enabled, scope);
  printLine(`${resource.path} is ${enabled ? "on" : "off"} for ${scope === "user" ? "you" : "this folder"}.`);
}

/** Returns the name a user types: `greet` for prompts/greet.md, `tidy` for skills/tidy/SKILL.md. */
function shortName(name: string): string {
  const parts = name.replace(/\.[a-z]+$/, "").split("/");
  const last = parts.at(-1) ?? name;
  return (last === "SKILL" || last === "index" ? parts.at(-2) : last) ?? name;
}
