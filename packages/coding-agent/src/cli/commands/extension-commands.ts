import { join } from "node:path";
import { toBattery } from "../../core/extensions/batteries/battery.ts";
import { batteryWish } from "../../core/extensions/batteries/battery-wish.ts";
import { readManifests } from "../../core/extensions/batteries/installed.ts";
import type { ExtensionSubcommand, SubcommandContext } from "../../core/extensions/contract/index.ts";
import type { ExtensionManifest } from "../../core/extensions/extension/extension-manifest.ts";
import { userDeclarations } from "../../core/extensions/loader/declared-parts.ts";
import type { LoadExtensionsOptions } from "../../core/extensions/loader/load-extensions.ts";
import { printLine } from "../../core/output/print.ts";
import { getAgentDir, getCacheDir } from "../../core/paths/index.ts";
import { type SettingPath, SettingsStore } from "../../core/settings/index.ts";
import type { Workspace } from "../../core/workspace/workspace.ts";
import { CliError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";
import type { Command } from "./command.ts";

/** Returns the commands of all batteries that are not switched off, and those that the user's extensions declare. */
export async function extensionCommands(): Promise<Command[]> {
  const settings = SettingsStore.open(process.cwd());
  const declared = userDeclarations(settings, process.cwd(), getAgentDir()).flatMap(({ folder, subcommands }) =>
    Object.entries(subcommands).map(([name, { description, usage, words }]) => ({
      name,
      summary: description ?? `Run ${name}`,
      usage: usage ?? [`tau ${name}`],
      ...(words && { words }),
      load: async () => ({ run: (args: readonly string[]) => runExtension(name, { paths: [folder] }, args, settings) }),
    })),
  );
  return [...(await batteryCommands(settings)), ...declared];
}

async function batteryCommands(settings: SettingsStore): Promise<Command[]> {
  return (await readManifests()).flatMap((manifest) => {
    const { name, description, subcommand } = manifest;
    if (!subcommand || batteryWish(toBattery(manifest), settings) !== "wanted") return [];
    return [
      {
        name,
        summary: subcommand.description ?? description,
        usage: subcommand.usage ?? [`tau ${name}`],
        ...(subcommand.words && { words: subcommand.words }),
        ...(subcommand.modeWord !== undefined && { modeWord: subcommand.modeWord }),
        load: async () => ({ run: (args) => runBattery(manifest, args, settings) }),
      },
    ];
  });
}

/** Runs the command of a battery. Resolves to undefined if the battery is off. */
export async function runBatteryCommand(
  name: string,
  args: readonly string[],
  print?: Print,
): Promise<number | undefined> {
  const settings = SettingsStore.open(process.cwd());
  const manifest = (await readManifests()).find((each) => each.name === name);
  if (!manifest || batteryWish(toBattery(manifest), settings) !== "wanted") return undefined;
  return await runBattery(manifest, args, settings, print);
}

type Print = SubcommandContext["print"] | undefined;

async function runBattery(
  manifest: ExtensionManifest,
  args: readonly string[],
  settings: SettingsStore,
  print?: Print,
): Promise<number> {
  const { name } = manifest;
  const factory = async (pi: Parameters<Awaited<ReturnType<ExtensionManifest["load"]>>["default"]>[0]) =>
    await (await manifest.load()).default(pi);
  return await runExtension(name, { inline: [{ name, builtin: true, factory }] }, args, settings, print);
}

/** Loads only this extension and runs its command. */
async function runExtension(
  name: string,
  extension: Pick<LoadExtensionsOptions, "paths" | "inline">,
  args: readonly string[],
  settings: SettingsStore,
  print?: Print,
): Promise<number> {
  const cwd = process.cwd();
  const agentDir = getAgentDir();
  const { loadExtensions } = await import("../../core/extensions/loader/load-extensions.ts");
  const cacheDir = join(getCacheDir(agentDir), "extensions");
  const { generation, errors } = await loadExtensions({ ...extension, cwd, settings, agentDir, cacheDir });
  const subcommand = generation.registered.getSubcommand(name);
  if (!subcommand) {
    const reason = errors[0]?.error ?? `it is declared as a command, and the code does not register it.`;
    throw new CliError(`tau ${name} cannot be run: ${reason}`, ExitCode.configuration);
  }
  try {
    const { ResourceLoader } = await import("../../core/resources/index.ts");
    const resources = new ResourceLoader({ cwd, settings });
    await resources.loadPlugins();
    return await runSubcommand(subcommand, args, { cwd, settings, resources, ...(print && { print }) });
  } finally {
    generation.end();
  }
}

/** Runs a command of an extension until it ends or the user stops the program. Resolves to the exit code. */
export async function runSubcommand(
  subcommand: ExtensionSubcommand,
  args: readonly string[],
  {
    cwd,
    settings,
    resources,
    print = printLine,
  }: Pick<Workspace, "cwd" | "settings" | "resources"> & Partial<Pick<SubcommandContext, "print">>,
): Promise<number> {
  const [{ AuthStorage }, { createExtensionResources }] = await Promise.all([
    import("../../core/auth/index.ts"),
    import("../../core/extensions/ports/resources.ts"),
  ]);
  const controller = new AbortController();
  const { promise: stopped, resolve } = Promise.withResolvers<number>();
  const stop = (signal: NodeJS.Signals) => {
    controller.abort();
    resolve(signal === "SIGINT" ? ExitCode.interrupted : ExitCode.terminated);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
  const run = async () =>
    (await subcommand.run(args, {
      cwd,
      settings: { get: (path) => settings.get(path as SettingPath) ?? settings.getForeign(path) },
      resources: createExtensionResources(resources),
      credentials: AuthStorage.create(),
      print,
      chooseModel: async (requested) =>
        await (await import("./subcommand-model.ts")).chooseSubcommandModel({ cwd, settings, resources }, requested),
      signal: controller.signal,
    })) ?? ExitCode.done;
  try {
    return await Promise.race([run(), stopped]);
  } catch (error) {
    throw withoutStack(error);
  } finally {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, stop);
  }
}

/** Drops the stack: the user can act on the message of a failed command or mode, but not on where it was thrown. */
export function withoutStack(cause: unknown): unknown {
  if (cause instanceof CliError || !(cause instanceof Error)) return cause;
  const { exitCode = ExitCode.runFailed } = cause as { exitCode?: ExitCode };
  return new CliError(cause.message, exitCode, { cause });
}
