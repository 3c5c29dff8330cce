import { readManifests } from "../../core/extensions/batteries/installed.ts";
import type { ExtensionManifest } from "../../core/extensions/index.ts";
import { printLine, printNotice } from "../../core/output/print.ts";
import { findNeeded, installNeeded, type PackageNeed } from "../../core/packages/package-on-demand.ts";
import { commandRunner } from "../../core/packages/run-command.ts";
import { getAgentDir } from "../../core/paths/index.ts";
import { CliError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";
import { interruptible } from "../interruptible.ts";
import { readCommandLine } from "./command-line.ts";
import { commandSettings } from "./command-settings.ts";

/**
 * Installs the packages that a battery needs before its first use. Further words name parts of the battery, whose packages are installed
 * too. Without a name, lists the batteries that need any.
 */
export async function run(args: readonly string[]): Promise<number> {
  const { words } = readCommandLine({}, args);
  const all = (await readManifests()).filter(({ packages = [] }) => packages.length > 0);
  if (words.length === 0) list(all);
  for (const need of chooseNeeds(words, all)) await install(need);
  return ExitCode.done;
}

function chooseNeeds(words: readonly string[], manifests: readonly ExtensionManifest[]): PackageNeed[] {
  let current: ExtensionManifest | undefined;
  return words.flatMap((word) => {
    const part = current?.packages?.filter((need) => need.part === word) ?? [];
    if (part.length > 0) return part;
    current = manifests.find(({ name }) => name === word);
    if (current) return current.packages?.filter((need) => need.part === undefined) ?? [];
    throw new CliError(`There is nothing to set up for "${word}". Run "tau setup" for a list.`, ExitCode.usage);
  });
}

function list(manifests: readonly ExtensionManifest[]): void {
  if (manifests.length === 0) printLine("No battery needs a package of its own.");
  for (const { name, packages = [] } of manifests) {
    for (const need of packages) {
      const state = findNeeded(need, getAgentDir()) ? "installed" : "not installed";
      const part = need.part === undefined ? "" : ` ${need.part}`;
      printLine(`${name}${part}: ${need.name} ${need.version} (${state})`);
    }
  }
}

async function install(need: PackageNeed): Promise<void> {
  const agentDir = getAgentDir();
  if (findNeeded(need, agentDir) === undefined) {
    printNotice(`Installing ${need.name} ${need.version}`);
    const npmCommand = (await commandSettings({}, process.cwd())).get("npmCommand") ?? ["npm"];
    await interruptible((signal) =>
      installNeeded(need, { agentDir, run: commandRunner(undefined, signal), npmCommand }),
    );
  }
  printLine(`${need.name} ${need.version} is installed.`);
}
