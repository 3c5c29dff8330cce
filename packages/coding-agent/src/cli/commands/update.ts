import { errorText } from "../../core/error-text.ts";
import { printLine } from "../../core/output/print.ts";
import { localProcesses } from "../../core/process/index.ts";
import type { SettingsStore } from "../../core/settings/index.ts";
import { VERSION } from "../../version.ts";
import { CliError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";
import { flag, texts } from "../options/option.ts";
import { type TrustFlags, trustedSettings } from "../options/resource-flags.ts";
import { readCommandLine } from "./command-line.ts";
import { changePackages, trustOptions } from "./packages.ts";

const table = {
  self: flag({ group: "Process", description: "Tau itself" }),
  extensions: flag({ group: "Resources", description: "All packages" }),
  extension: texts({ group: "Resources", placeholder: "source", description: "One package" }),
  models: flag({ group: "Model", description: "The catalogue of models" }),
  all: flag({ group: "Resources", description: "Tau and all packages" }),
  force: flag({ group: "Process", description: "Even if Tau is up to date" }),
  ...trustOptions,
} as const;

/** Words that mean Tau itself. `pi` is there for scripts written for pi. */
const SELF = new Set(["self", "pi", "tau"]);
const PACKAGE = "@tau/coding-agent";

export async function run(args: readonly string[]): Promise<number> {
  const { options, words } = readCommandLine(table, args);
  const settings = await trustedSettings(options, process.cwd());
  const named = [...words.filter((word) => !SELF.has(word)), ...(options.extension ?? [])];
  const command = selfUpdateCommand(settings, process.env);
  const isSelfNamed = options.self || options.all || words.length > named.length;
  const hasTarget = options.extensions || options.models || named.length > 0;
  // Without a target, Tau updates itself. If there is no command for that, it updates the packages.
  if (isSelfNamed || (!hasTarget && command)) await updateSelf(command);
  if (options.models) printLine(`The catalogue of models comes with Tau ${VERSION}.`);
  if (options.extensions || options.all || named.length > 0 || (!hasTarget && !isSelfNamed && !command))
    await updatePackages(named, options);
  return ExitCode.done;
}

async function updatePackages(named: readonly string[], trust: TrustFlags): Promise<void> {
  const count = await changePackages(trust, async (packages) => {
    if (named.length === 0) await packages.update();
    for (const source of named) await packages.update(source);
    return named.length || packages.listConfiguredPackages().length;
  });
  printLine(count === 0 ? "No package is installed." : "Packages are up to date.");
}

/** Returns the command that updates Tau. The variable is split at spaces; the setting is a list, for arguments that contain spaces. */
function selfUpdateCommand(settings: SettingsStore, env: NodeJS.ProcessEnv): readonly string[] | undefined {
  const variable = (env.TAU_SELF_UPDATE_COMMAND ?? env.PI_SELF_UPDATE_COMMAND)?.split(" ").filter(Boolean);
  const command = variable?.length ? variable : settings.get("selfUpdateCommand");
  return command?.map((part) =>
    part
      .replaceAll("{installSpec}", `${PACKAGE}@latest`)
      .replaceAll("{packageName}", PACKAGE)
      .replaceAll("{version}", "latest"),
  );
}

async function updateSelf(command: readonly string[] | undefined): Promise<void> {
  const [program, ...parameters] = command ?? [];
  if (program === undefined) {
    const { findClone, updateClone } = await import("./update-clone.ts");
    const clone = findClone();
    if (clone !== undefined) return await updateClone(clone);
    const how = "Use what you installed it with, or set selfUpdateCommand to the command that does it.";
    throw new CliError(`Tau ${VERSION} does not know how it was installed. ${how}`, ExitCode.configuration);
  }
  const request = { file: program, args: parameters, cwd: process.cwd(), env: process.env, purpose: "user" } as const;
  const { exitCode } = await localProcesses.runInForeground(request).catch((error: unknown) => {
    throw new CliError(`${program} cannot be run: ${errorText(error)}`, ExitCode.configuration, { cause: error });
  });
  if (exitCode !== 0) throw new CliError(`${program} failed with code ${exitCode}.`, ExitCode.runFailed);
}
