import { cp, readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseYaml, YamlError } from "@tau/agent";
import { isMissing } from "@tau/agent/error-code";
import { makeFolder } from "@tau/agent/node";
import { readOrdinaryFile } from "../../core/files/ordinary-file.ts";
import { replaceFile } from "../../core/files/replace-file.ts";
import { ConfigError, check, editJson, type FileSchema, isObject, parseJson } from "../../core/json-file/index.ts";
import { settingsSchema, withPresentNames } from "../../core/settings/index.ts";
import type { ConvertedSettings } from "./claude-settings.ts";
import { digestOf, digestOfValue, type ImportRecord } from "./import-record.ts";
import { importSessions } from "./import-sessions.ts";
import { ompSettings } from "./omp-settings.ts";
import { failureOf, type ImportOutcome, kept, leftOut, readInPlace, takenOver } from "./outcome.ts";
import { putInPlace } from "./put-in-place.ts";
import type { CredentialFile, ImportSource } from "./source.ts";

export interface ImportPlan {
  readonly source: ImportSource;
  /** The other agent's home. */
  readonly from: string;
  /** Tau's home. */
  readonly to: string;
  /** Called only if there are credentials. */
  readonly wantsCredentials: (file: string) => Promise<boolean>;
  readonly dryRun: boolean;
  /** Returns whether Tau reads this file or folder directly from the other agent's home. */
  readonly isReadInPlace: (name: string) => boolean;
  /** Receives a record of every change. */
  readonly record: ImportRecord;
}

/** Imports what Tau does not have yet. Overwrites nothing of the user's and changes nothing at the source. */
export async function importFiles(plan: ImportPlan): Promise<ImportOutcome[]> {
  const { source } = plan;
  const outcomes: ImportOutcome[] = [];
  for (const [from, to] of Object.entries(source.merged)) outcomes.push(...(await mergeFile(plan, from, to)));
  for (const [file, convert] of Object.entries(source.converted ?? {}))
    outcomes.push(...(await convertFile(plan, file, convert)));
  for (const file of source.notMerged) outcomes.push(...(await nameSettings(plan, file)));
  for (const [from, to] of Object.entries(source.copied)) outcomes.push(...(await copy(plan, from, to)));
  for (const file of source.credentials) outcomes.push(...(await importCredentials(plan, file)));
  return [...outcomes, ...(await importSessions(plan, source.sessions))];
}

async function mergeFile(plan: ImportPlan, from: string, to: string): Promise<ImportOutcome[]> {
  const parse = parserOf(from, to);
  const theirs = await readObject(join(plan.from, from), parse).catch(describeBroken);
  if (theirs === undefined) return [];
  if (typeof theirs === "string") return [leftOut(from, theirs)];
  if (to !== "settings.json") return await merge(plan, from, to, theirs);
  const named = withPresentNames(theirs);
  const usable = Object.fromEntries(Object.entries(named).filter(isSetting));
  const refused = Object.keys(named).filter((key) => !Object.hasOwn(usable, key) && named[key] !== undefined);
  const [wrong, unknown] = [refused.filter(isKnown), refused.filter((key) => !isKnown(key))];
  const left = (keys: readonly string[], reason: string) =>
    keys.length === 0 ? [] : [leftOut(`${from} (${keys.join(", ")})`, reason)];
  return [
    ...(await merge(plan, from, to, usable)),
    ...left(unknown, "Tau has no such setting"),
    ...left(wrong, "Tau has the setting, but does not take this value"),
  ];
}

async function convertFile(
  plan: ImportPlan,
  file: string,
  convert: (settings: Record<string, unknown>) => ConvertedSettings,
): Promise<ImportOutcome[]> {
  const theirs = await readObject(join(plan.from, file)).catch(describeBroken);
  if (theirs === undefined) return [];
  if (typeof theirs === "string") return [leftOut(file, theirs)];
  const { settings, left } = convert(theirs);
  const named = left.map(({ what, reason }) => leftOut(`${file} (${what})`, reason));
  return [...(await merge(plan, file, "settings.json", settings)), ...named];
}

/** Lists settings that have a different meaning in Tau, except those that were converted. */
async function nameSettings({ from, source }: ImportPlan, file: string): Promise<ImportOutcome[]> {
  const text = (await readOrdinaryFile(join(from, file)).catch(() => undefined))?.toString("utf8");
  if (text === undefined) return [];
  const parsed = file.endsWith(".toml") ? undefined : parseJson(text);
  const object = parsed?.ok && isObject(parsed.value) ? parsed.value : {};
  const isConverted = Object.hasOwn(source.converted ?? {}, file);
  const others = Object.keys(object).filter((key) => !isConverted || (key !== "permissions" && key !== "hooks"));
  const keys = parsed ? others : topLevelTomlKeys(text);
  return keys.length === 0
    ? []
    : [leftOut(`${file} (${keys.join(", ")})`, "set in Tau with /settings where you want the same")];
}

/** Returns the keys before the first table and the first part of each table's name. Leaves out MCP servers, which are read in place. */
function topLevelTomlKeys(text: string): string[] {
  const firstTable = text.search(/^\s*\[/m);
  const head = firstTable < 0 ? text : text.slice(0, firstTable);
  const keys = [...head.matchAll(/^\s*([\w-]+)\s*=/gm), ...text.matchAll(/^\s*\[+\s*([\w-]+)/gm)];
  return [...new Set(keys.map(([, key = ""]) => key))].filter((key) => key !== "mcp_servers");
}

async function merge(
  plan: ImportPlan,
  from: string,
  to: string,
  theirs: Record<string, unknown>,
  mode = 0o644,
): Promise<ImportOutcome[]> {
  if (Object.keys(theirs).length === 0) return [];
  const path = join(plan.to, to);
  const ours = (await readObject(path).catch(describeBroken)) ?? {};
  if (typeof ours === "string") return [leftOut(from, `your own ${path} has to be corrected first, ${ours}`)];
  const added = Object.entries(theirs).filter(([key]) => !Object.hasOwn(ours, key));
  const there = Object.keys(theirs).filter((key) => Object.hasOwn(ours, key));
  const stays = there.length > 0 ? [kept(`${from} (${there.join(", ")})`)] : [];
  if (added.length === 0) return stays;
  if (!plan.dryRun) {
    makeFolder(dirname(path), 0o700);
    const text = (await readOrdinaryFile(path).catch(() => undefined))?.toString("utf8");
    const changes = added.map(([key, value]) => ({ path: [key], value }));
    replaceFile(path, editJson(text, changes), { mode, durable: true });
    const digests = added.map(([key, value]) => [key, digestOfValue(value)]);
    const before = plan.record.merged[path] ?? { isNew: text === undefined, keys: {} };
    plan.record.merged[path] = { ...before, keys: { ...before.keys, ...Object.fromEntries(digests) } };
  }
  return [takenOver(`${from} (${added.map(([key]) => key).join(", ")})`), ...stays];
}

async function importCredentials(
  plan: ImportPlan,
  { file, convert, logins }: CredentialFile,
): Promise<ImportOutcome[]> {
  const found = await readObject(join(plan.from, file)).catch(describeBroken);
  if (typeof found === "string") return [leftOut(file, found)];
  if (!found) return [];
  const reason =
    "it was given to that program alone, and another cannot renew it; sign in with /login, or use an API key";
  const left = (logins?.(found) ?? []).map((name) => leftOut(`${file} (${name})`, reason));
  const ours = convert ? convert(found) : found;
  if (Object.keys(ours).length === 0) return left;
  if (!(await plan.wantsCredentials(file)))
    return [...left, leftOut(`${file} (${Object.keys(ours).join(", ")})`, "keys are imported with --credentials")];
  return [...(await merge(plan, file, "auth.json", ours, 0o600)), ...left];
}

async function copy(plan: ImportPlan, from: string, to: string): Promise<ImportOutcome[]> {
  const source = join(plan.from, from);
  const found = await stat(source).catch(() => undefined);
  if (!found) return [];
  if (plan.isReadInPlace(from)) return [readInPlace(from)];
  if (!found.isDirectory()) return [await copyOne(plan, source, join(plan.to, to), from)];
  const names = await readdir(source);
  return await Promise.all(
    names.map((name) => copyOne(plan, join(source, name), join(plan.to, to, name), join(from, name))),
  );
}

async function copyOne(plan: ImportPlan, source: string, target: string, what: string): Promise<ImportOutcome> {
  if (await stat(target).catch(() => undefined)) return kept(what);
  if (plan.dryRun) return takenOver(what);
  try {
    await putInPlace(target, (path) => cp(source, path, { recursive: true }));
    plan.record.created[target] = await digestOf(target);
    return takenOver(what);
  } catch (error) {
    return leftOut(what, failureOf(error));
  }
}

/** Describes why one file could not be imported. The others are imported all the same. */
function describeBroken(error: unknown): string {
  return error instanceof YamlError ? `line ${error.line}: ${error.message}` : failureOf(error);
}

const schemas: Readonly<Record<string, object>> = settingsSchema.properties;

function isKnown(key: string): boolean {
  return Object.hasOwn(schemas, key);
}

/** Returns whether Tau has a setting with this key and accepts the value. */
function isSetting([key, value]: [string, unknown]): boolean {
  return isKnown(key) && check(schemas[key] as FileSchema, value).next().done === true;
}

type ParseYaml = (text: string) => Record<string, unknown>;

/** Returns the parser for a YAML file. Some settings have other names in YAML; any other YAML file has the same content as its JSON form. */
function parserOf(from: string, to: string): ParseYaml | undefined {
  if (!/\.ya?ml$/.test(from)) return undefined;
  return to === "settings.json" ? ompSettings : parseYaml;
}

async function readObject(path: string, fromYaml?: ParseYaml): Promise<Record<string, unknown> | undefined> {
  const bytes = await readOrdinaryFile(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  const text = bytes?.toString("utf8");
  if (text === undefined) return undefined;
  const parsed = fromYaml ? ({ ok: true, value: fromYaml(text) } as const) : parseJson(text);
  if (parsed.ok && isObject(parsed.value)) return parsed.value;
  throw new ConfigError("broken-file", parsed.ok ? "it holds no JSON object" : `line ${parsed.line}: ${parsed.reason}`);
}
