import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import type { ExtensionAPI, SubcommandContext } from "@tau/coding-agent";
import { neutralizeLine } from "@tau/tui";
import { PluginError } from "./plugin-error.ts";
import type { InstalledPlugin } from "./plugin-store.ts";
import { type Confirm, Plugins } from "./plugins.ts";
import { sourceText } from "./source.ts";

interface Call {
  readonly words: readonly string[];
  readonly scope: "user" | "project";
  readonly showsAll: boolean;
  readonly plugins: Plugins;
  readonly confirm: Confirm;
  print(text: string): void;
}

type Run = (call: Call) => Promise<void>;

const VERBS: Readonly<Record<string, Run>> = {
  list,
  install,
  update,
  enable: (call) => setEnabled(call, true),
  disable: (call) => setEnabled(call, false),
  remove,
  marketplace,
};

/** Runs `tau plugin …`. */
export async function runSubcommand(args: readonly string[], ctx: SubcommandContext, pi: ExtensionAPI): Promise<void> {
  const [verb = "list", ...rest] = args;
  const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  if (!run)
    throw new PluginError(`There is no command "tau plugin ${verb}". There are: ${Object.keys(VERBS).join(", ")}.`, {
      exitCode: 2,
    });
  const print = (text: string) => ctx.print(neutralizeLine(text));
  const plugins = new Plugins(pi, { agentDir: ctx.resources.agentDir, cwd: ctx.cwd });
  const { isAgreed, ...options } = readOptions(rest);
  await run({ ...options, plugins, print, confirm: confirmer(isAgreed, print, ctx.signal) });
}

function readOptions(args: readonly string[]) {
  const { values, positionals: words } = parseOptions(args);
  const { scope = "user", yes: isAgreed = false, available: showsAll = false } = values;
  if (scope !== "user" && scope !== "project") throw new PluginError("--scope is user or project.", { exitCode: 2 });
  return { words, scope, isAgreed, showsAll } as const;
}

function parseOptions(args: readonly string[]) {
  const options = {
    yes: { type: "boolean", short: "y" },
    available: { type: "boolean" },
    scope: { type: "string", short: "s" },
  } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new PluginError((error as Error).message, { exitCode: 2, cause: error });
  }
}

/** Shows what a plugin brings and asks. Where no one can be asked, the answer has to be `--yes`. */
function confirmer(isAgreed: boolean, print: Call["print"], signal: AbortSignal): Confirm {
  return async ({ title, lines }) => {
    print(title);
    for (const line of lines.length > 0 ? lines : ["nothing that Tau uses"]) print(`  ${line}`);
    if (isAgreed) return true;
    if (!process.stdin.isTTY) throw new PluginError("Nothing was changed. Add --yes to agree.", { exitCode: 2 });
    const terminal = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return /^y(es)?$/i.test((await terminal.question("Go ahead? [y/N] ", { signal })).trim());
    } finally {
      terminal.close();
    }
  };
}

async function list({ plugins, print, showsAll }: Call): Promise<void> {
  if (showsAll) {
    const offered = await plugins.offered();
    if (offered.length === 0) print("No marketplaces. Add one with: tau plugin marketplace add <owner/repo>");
    for (const { id, description, installed } of offered)
      print([id, ...(installed ? ["(installed)"] : []), description].join("  "));
    return;
  }
  const installed = await plugins.store.plugins();
  if (installed.length === 0) print("No plugins. tau plugin list --available shows what there is.");
  for (const plugin of installed) print(rowOf(plugin));
}

export function rowOf({ id, version, pin, enabled, project }: InstalledPlugin): string {
  const where = project === undefined ? "" : `  in ${project}`;
  return `${id}  ${version || "no version"} (${pin.slice(0, 12)})${enabled ? "" : "  switched off"}${where}`;
}

async function install({ words: [name, ...more], plugins, scope, confirm, print }: Call): Promise<void> {
  if (name === undefined || more.length > 0)
    throw new PluginError("Usage: tau plugin install [--scope user|project] [--yes] <name[@marketplace] | folder>", {
      exitCode: 2,
    });
  const installed = await plugins.install(name, scope, confirm);
  print(installed ? `Installed ${rowOf(installed)}` : "Nothing was installed.");
}

async function update({ words: [name], plugins, confirm, print }: Call): Promise<void> {
  await plugins.updateMarketplaces();
  const outcomes = await plugins.update(name, confirm);
  for (const outcome of outcomes) print(outcome);
  if (outcomes.length === 0) print("No plugins are installed.");
}

async function setEnabled({ words: [name], plugins, print }: Call, enabled: boolean): Promise<void> {
  const word = enabled ? "enable" : "disable";
  if (name === undefined) throw new PluginError(`Usage: tau plugin ${word} <name>`, { exitCode: 2 });
  const { id } = await plugins.setEnabled(name, enabled);
  print(`${id} is ${enabled ? "on" : "off"}.`);
}

async function remove({ words: [name], plugins, print }: Call): Promise<void> {
  if (name === undefined) throw new PluginError("Usage: tau plugin remove <name>", { exitCode: 2 });
  print(`Removed ${(await plugins.remove(name)).id}.`);
}

const MARKETPLACE_VERBS: Readonly<Record<string, Run>> = {
  add: addMarketplace,
  list: listMarketplaces,
  update: async ({ words: [, name], plugins, print }) => {
    for (const each of await plugins.updateMarketplaces(name)) print(`Updated ${each}.`);
  },
  remove: async ({ words: [, name], plugins, print }) => {
    if (name === undefined) throw new PluginError("Usage: tau plugin marketplace remove <name>", { exitCode: 2 });
    await plugins.removeMarketplace(name);
    print(`Removed ${name}. Plugins that were installed from it stay.`);
  },
};

async function marketplace(call: Call): Promise<void> {
  const [verb = "list"] = call.words;
  const run = Object.hasOwn(MARKETPLACE_VERBS, verb) ? MARKETPLACE_VERBS[verb] : undefined;
  if (!run)
    throw new PluginError(`tau plugin marketplace: there is ${Object.keys(MARKETPLACE_VERBS).join(", ")}.`, {
      exitCode: 2,
    });
  await run(call);
}

async function listMarketplaces({ plugins, print }: Call): Promise<void> {
  const known = await plugins.store.marketplaces();
  if (known.length === 0) print("No marketplaces. Add one with: tau plugin marketplace add <owner/repo>");
  for (const each of known) print(`${each.name}  ${sourceText(each.source)}`);
}

async function addMarketplace({ words: [, source], plugins, print }: Call): Promise<void> {
  if (source === undefined)
    throw new PluginError("Usage: tau plugin marketplace add <owner/repo | git URL | catalogue | folder>", {
      exitCode: 2,
    });
  const added = await plugins.addMarketplace(source);
  print(`Added ${added.name} with ${added.plugins.length} plugin${added.plugins.length === 1 ? "" : "s"}.`);
  for (const problem of added.problems) print(problem);
}
