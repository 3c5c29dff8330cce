import { check, type FileSchema } from "../../core/json-file/index.ts";
import { getSettingsPath } from "../../core/paths/index.ts";
import { type SettingPath, settingsSchema } from "../../core/settings/index.ts";
import { CliError, usageError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";
import { nearest } from "../nearest.ts";
import { trustedSettings } from "../resource-flags.ts";
import { readCommandLine } from "./command-line.ts";
import { packageOptions } from "./packages.ts";

export async function run(args: readonly string[]): Promise<number> {
  const { options, words } = readCommandLine(packageOptions, args);
  const [action = "list", key, ...value] = words;
  const settings = await trustedSettings(options.local ? { approve: true } : {}, process.cwd());
  if (action === "list") print(settings.getSettings());
  else if (action === "path") process.stdout.write(`${getSettingsPath()}\n`);
  else if (action === "get" && key !== undefined) print(settings.get(known(key)));
  else if ((action === "set" && value.length > 0) || (action === "unset" && value.length === 0)) {
    const path = known(key ?? "");
    const wanted = action === "set" ? valueFor(path, value.join(" ")) : undefined;
    settings.set(path, wanted as never, options.local ? "project" : "global");
    await settings.flush();
    const [failure] = settings.drainErrors();
    if (failure) throw failure.error;
  } else throw usageError("Usage: tau config [get <key> | set <key> <value> | unset <key> | path] [--local]");
  return ExitCode.done;
}

function print(value: unknown): void {
  process.stdout.write(`${typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "")}\n`);
}

function known(key: string): SettingPath {
  if (schemaOf(key)) return key as SettingPath;
  const hint = nearest(key, Object.keys(settingsSchema.properties));
  const suggestion = hint ? ` Did you mean ${hint}?` : "";
  throw new CliError(`There is no setting "${key}".${suggestion}`, ExitCode.configuration);
}

/** JSON where it is JSON of the right type, the text itself otherwise. */
function valueFor(path: SettingPath, text: string): unknown {
  const schema = schemaOf(path) ?? {};
  const candidates = [...parsed(text), text];
  const fitting = candidates.find((candidate) => check(schema, candidate).next().done);
  if (fitting !== undefined) return fitting;
  const [violation] = check(schema, text);
  throw new CliError(`${path} ${violation?.reason ?? "cannot have this value"}, not ${text}.`, ExitCode.configuration);
}

function parsed(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

function schemaOf(path: string): FileSchema | undefined {
  let schema: FileSchema | undefined = settingsSchema;
  for (const key of path.split(".")) schema = schema?.properties?.[key];
  return schema;
}
