import { findNeeded, importNeeded, installNeeded, type PackageNeed } from "../../packages/package-on-demand.ts";
import { commandRunner } from "../../packages/run-command.ts";
import type { ExtensionPackages } from "../contract/packages.ts";
import type { ExtensionApiParts } from "../extension/create-api.ts";
import { ExtensionHostError } from "../extension-host-error.ts";

type Parts = Pick<ExtensionApiParts, "generation" | "processes" | "agentDir">;

/** Installations in progress. Each package has at most one installation and one question at a time. */
const underWay = new Map<string, Promise<void>>();

export function createExtensionPackages({ generation, processes, agentDir }: Parts): ExtensionPackages {
  const home = () => {
    if (agentDir !== undefined) return agentDir;
    throw new ExtensionHostError("not-available", "There is no home to install packages into.");
  };
  const install = async (need: PackageNeed) => {
    await ask(need, generation.createContext());
    const npmCommand = generation.actions("packages").getSettings().npmCommand ?? ["npm"];
    await installNeeded(need, { agentDir: home(), run: commandRunner(processes), npmCommand });
  };
  const ensure = async (need: PackageNeed) => {
    if (findNeeded(need, home()) !== undefined) return;
    const key = `${home()}\0${need.name}@${need.version}`;
    const installing = underWay.get(key) ?? install(need).finally(() => underWay.delete(key));
    underWay.set(key, installing);
    await installing;
  };
  return {
    isInstalled: async (need) => findNeeded(need, home()) !== undefined,
    async load<T>(need: PackageNeed) {
      await ensure(need);
      return (await importNeeded(need, home())) as T;
    },
    async locate(need) {
      await ensure(need);
      return findNeeded(need, home()) ?? "";
    },
  };
}

async function ask(
  { name, version, battery, part }: PackageNeed,
  { hasUI, ui }: Pick<ReturnType<Parts["generation"]["createContext"]>, "hasUI" | "ui">,
): Promise<void> {
  const how = `Run "tau setup ${battery}${part === undefined ? "" : ` ${part}`}" to install it.`;
  if (!hasUI)
    throw new ExtensionHostError("not-available", `${battery} needs the npm package ${name} ${version}. ${how}`);
  const text = `${battery} needs the npm package ${name} ${version}, which does not come with Tau. No script of it is run.`;
  if (await ui.confirm(`Install ${name}?`, text)) return;
  throw new ExtensionHostError(
    "not-available",
    `${name} ${version}, which ${battery} needs, was not installed. ${how}`,
  );
}
