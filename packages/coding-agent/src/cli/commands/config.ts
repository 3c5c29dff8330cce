import { declareSettings, userDeclarations } from "../../core/extensions/loader/declared-parts.ts";
import { check, type FileSchema } from "../../core/json-file/index.ts";
import { printExactly, printWarning } from "../../core/output/print.ts";
import { getAgentDir, getSettingsPath } from "../../core/paths/index.ts";
import {
  extendedSchema,
  type SettingPath,
  type SettingsStore,
  saveFailure,
  valueAt,
} from "../../core/settings/index.ts";
import { nearest } from "../../core/text/nearest.ts";
import { CliError, usageError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";
import { trustedSettings } from "../options/resource-flags.ts";
import { readCommandLine } from "./command-line.ts";
import { commandSettings } from "./command-settings.ts";
import { printResources, resourceSwitches, switchResource } from "./config-resources.ts";
import { packageOptions } from "./packages.ts";

const USAGE =
  "Usage: tau config [list | get <key> | set <key> <value> | unset <key> | path | resources | enable <name> | disable <name>] [--local]";

interface Target {
  readonly settings: SettingsStore;
  readonly scope: "global" | "project";
}

const actions: Readonly<Record<string, (target: Target, words: readonly string[]) => void | Promise<void>>> = {
  choose: async ({ settings, scope }) => {
    const { openConfigScreen } = await import("../screen/config-screen.ts");
    await openConfigScreen(resourceSwitches(settings), settings, scope === "project" ? "project" : "user");
  },
  list: ({ settings }) => print(settings.getSettings()),
  path: () => print(getSettingsPath()),
  get: ({ settings }, [key]) => {
    const path = known(key, settings);
    print(settings.get(path) ?? settings.getForeign(path));
  },
  set: async (target, [key, ...words]) => {
    if (words.length === 0) throw usageError(USAGE);
    const path = known(key, target.settings);
    const value = valueFor(path, words.join(" "), target.settings);
    await checkNames(path, value, target.settings);
    await change(target, path, value);
  },
  unset: (target, [key]) => change(target, known(key, target.settings), undefined),
  resources: async ({ settings }) => await printResources(resourceSwitches(settings)),
  enable: async ({ settings, scope }, [word]) =>
    await switchResource(resourceSwitches(settings), word, true, scope === "project" ? "project" : "user"),
  disable: async ({ settings, scope }, [word]) =>
    await switchResource(resourceSwitches(settings), word, false, scope === "project" ? "project" : "user"),
};

export async function run(args: readonly string[]): Promise<number> {
  const { options, words } = readCommandLine(packageOptions, args);
  const isOnTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
  const [name = isOnTerminal ? "choose" : "list", ...rest] = words;
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action) throw usageError(USAGE);
  // A failing `set` or `unset` reports the problem with its file itself, so it opens the settings without warnings.
  const open = name === "set" || name === "unset" ? trustedSettings : commandSettings;
  const settings = await open(options.local ? { approve: true } : options, process.cwd());
  await settings.readManaged();
  declareSettings(settings, userDeclarations(settings, process.cwd(), getAgentDir()));
  await action({ settings, scope: options.local ? "project" : "global" }, rest);
  return ExitCode.done;
}

async function change({ settings, scope }: Target, path: SettingPath, value: unknown): Promise<void> {
  settings.set(path, value as never, scope);
  await settings.flush();
  const [failure] = settings.drainErrors();
  if (failure) throw saveFailure(failure);
  if (valueAt(settings.managed?.settings ?? {}, path) !== undefined)
    printWarning(`${path} is saved, but your administrator has set it too, and that value applies.`);
}

function print(value: unknown): void {
  printExactly(`${typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "")}\n`);
}

function known(key: string | undefined, { extensions }: SettingsStore): SettingPath {
  if (key === undefined) throw usageError(USAGE);
  if (schemaOf(key, extensions)) return key as SettingPath;
  const hint = similarPath(key, pathsOf(extendedSchema(extensions)));
  const suggestion = hint ? ` Did you mean ${hint}?` : "";
  throw new CliError(`There is no setting "${key}".${suggestion}`, ExitCode.configuration);
}

/** Finds a path whose last name is similar, otherwise one with the same last name in another object. */
function similarPath(key: string, paths: readonly string[]): string | undefined {
  const above = key.slice(0, key.lastIndexOf(".") + 1);
  const name = key.slice(above.length);
  const siblings = paths.filter((path) => path.startsWith(above) && !path.includes(".", above.length));
  const similar = nearest(
    name,
    siblings.map((path) => path.slice(above.length)),
  );
  return similar === undefined ? paths.find((path) => path.endsWith(`.${name}`)) : above + similar;
}

function pathsOf({ properties = {} }: FileSchema): string[] {
  return Object.entries(properties).flatMap(([key, schema]) => [
    key,
    ...pathsOf(schema).map((below) => `${key}.${below}`),
  ]);
}

/** Parses the text as JSON if the result has the right type. Otherwise the value is the text itself. */
function valueFor(path: SettingPath, text: string, { extensions }: SettingsStore): unknown {
  const schema = schemaOf(path, extensions) ?? {};
  const candidates = [...parsed(text), text];
  const fitting = candidates.find((candidate) => check(schema, candidate).next().done);
  if (fitting !== undefined) return fitting;
  const [violation] = check(schema, candidates[0]);
  throw new CliError(`${path} ${violation?.reason ?? "cannot have this value"}, not ${text}.`, ExitCode.configuration);
}

/**
 * Rejects names that do not exist: the mistake would only show at the next start, or never. Extensions are not loaded here, so names that
 * they may provide are accepted.
 */
async function checkNames(path: SettingPath, value: unknown, settings: SettingsStore): Promise<void> {
  const [{ findUnknownName }, { openWorkspace }] = await Promise.all([
    import("../../core/workspace/known-values.ts"),
    import("../../core/workspace/workspace.ts"),
  ]);
  const workspace = await openWorkspace({ settings });
  const problem = await findUnknownName(path, value, workspace);
  if (problem === undefined) return;
  if (path === "theme" || workspace.resources.getExtensionPaths().items.length === 0)
    throw new CliError(problem, ExitCode.configuration);
  printWarning(`${problem} It was set anyway, because an extension may define it.`);
}

function parsed(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

function schemaOf(path: string, added: SettingsStore["extensions"]): FileSchema | undefined {
  let schema: FileSchema | undefined = extendedSchema(added);
  for (const key of path.split(".")) {
    const members: FileSchema["properties"] = schema?.properties ?? {};
    schema = Object.hasOwn(members, key) ? members[key] : undefined;
  }
  return schema;
}
