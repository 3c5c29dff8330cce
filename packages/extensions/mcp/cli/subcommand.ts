import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ExtensionAPI, SubcommandContext } from "@tau/coding-agent";
import { ServerCache } from "../catalogue/server-cache.ts";
import { cleanText } from "../clean-text.ts";
import { isObject } from "../json.ts";
import { shellSide } from "../requests/client-side.ts";
import { Server } from "../server.ts";
import { entryOf, type ServerConfig, type ServerEntry } from "../server-entry.ts";
import { UserFile } from "./user-file.ts";

type Run = (args: readonly string[], ctx: SubcommandContext, pi: ExtensionAPI) => Promise<number>;

const VERBS: Readonly<Record<string, Run>> = {
  ...{ add, "add-json": addJson, remove, list, test, logs, import: importAll },
  ...{ login, logout },
};

/** Runs `tau mcp …`. Resolves to the exit code. */
export async function runSubcommand(
  args: readonly string[],
  ctx: SubcommandContext,
  pi: ExtensionAPI,
): Promise<number> {
  const [verb = "list", ...rest] = args;
  const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  if (!run) throw failure(2, `There is no command "tau mcp ${verb}". There are: ${Object.keys(VERBS).join(", ")}.`);
  return await run(rest, ctx, pi);
}

/** Runs `add [--env K=V] [--header "K: V"] [--transport http|sse] <name> <url | -- command args>`. */
async function add(args: readonly string[], ctx: SubcommandContext): Promise<number> {
  const { words, command, values } = readOptions(args);
  const [name, target, ...more] = words;
  const line = command ?? (target === undefined ? [] : [target, ...more]);
  const [first] = line;
  if (name === undefined || first === undefined)
    throw failure(2, "Usage: tau mcp add <name> <url> or tau mcp add <name> -- <command> [arguments]");
  const pairs = (key: string, separator: string) =>
    Object.fromEntries((values.get(key) ?? []).map((text) => pairOf(text, separator)));
  const isUrl = command === undefined && /^https?:\/\//.test(first);
  const config: ServerConfig = isUrl
    ? { type: values.get("transport")?.at(-1) ?? "http", url: first, ...filled("headers", pairs("header", ":")) }
    : { type: "stdio", command: first, args: line.slice(1), ...filled("env", pairs("env", "=")) };
  await userFile(ctx).add(name, config);
  ctx.print(`Added ${name}: ${targetOf(config)}`);
  return 0;
}

async function addJson([name, json]: readonly string[], ctx: SubcommandContext): Promise<number> {
  if (name === undefined || json === undefined) throw failure(2, "Usage: tau mcp add-json <name> <JSON>");
  const config: unknown = JSON.parse(json);
  if (!isObject(config) || (typeof config.command !== "string" && typeof config.url !== "string"))
    throw failure(2, `${name} needs a "command" or a "url".`);
  await userFile(ctx).add(name, config as ServerConfig);
  ctx.print(`Added ${name}: ${targetOf(config as ServerConfig)}`);
  return 0;
}

async function remove([name]: readonly string[], ctx: SubcommandContext): Promise<number> {
  if (name === undefined) throw failure(2, "Usage: tau mcp remove <name>");
  const file = userFile(ctx);
  if (await file.remove(name)) {
    ctx.print(`Removed ${name}.`);
    return 0;
  }
  const other = (await entries(ctx)).find((entry) => entry.name === name);
  throw failure(3, other ? `${name} is in ${other.origin}: remove it there.` : `There is no server ${name}.`);
}

async function list(_args: readonly string[], ctx: SubcommandContext): Promise<number> {
  const found = await entries(ctx);
  if (found.length === 0) ctx.print("No MCP servers. Add one with: tau mcp add <name> <url | -- command>");
  const cache = new ServerCache(ctx.resources.agentDir);
  for (const entry of found) {
    const { tools } = cache.read(entry.hash) ?? {};
    const known = tools ? `${tools.length} tools` : "not asked yet";
    ctx.print(`${entry.name}  ${targetOf(entry.config)}  (${known}; ${entry.origin})`);
  }
  for (const name of await userFile(ctx).disabled()) ctx.print(`${name}  switched off`);
  return 0;
}

/** Starts servers and prints what they offer. Resolves to the exit code, which shows whether all could be reached. */
async function test(names: readonly string[], ctx: SubcommandContext, pi: ExtensionAPI): Promise<number> {
  let code = 0;
  for (const entry of await chosen(names, ctx)) {
    const home = ctx.resources.agentDir;
    const { cwd, credentials } = ctx;
    const silent = () => undefined;
    const options = { entry, pi, cwd, home, cache: new ServerCache(home), credentials, client: shellSide(cwd) };
    const server = new Server({ ...options, onChange: silent, onStateChange: silent });
    try {
      await server.refresh();
      ctx.print(`${entry.name}: ${server.catalogue?.tools.map(({ name }) => name).join(", ") || "no tools"}`);
    } catch (error) {
      code = 1;
      ctx.print(`${entry.name}: ${(error as Error).message}`);
    } finally {
      await server.close();
    }
  }
  return code;
}

/** Runs `login [--scope "a b"] <name>`. */
async function login(args: readonly string[], ctx: SubcommandContext, pi: ExtensionAPI): Promise<number> {
  const { words, values } = readOptions(args);
  const scope = values.get("scope")?.at(-1);
  const found = await named(words, "login", ctx);
  const { oauth } = found.config;
  const entry = scope === undefined ? found : { ...found, config: { ...found.config, oauth: { ...oauth, scope } } };
  const { logIn } = await import("../oauth/log-in.ts");
  await logIn(entry, {
    pi,
    store: ctx.credentials,
    signal: ctx.signal,
    async show(page) {
      ctx.print(`Sign in to ${entry.name} on this page:\n${page}`);
      await pi.processes.openUrl(page);
      if (!process.stdin.isTTY) return undefined;
      ctx.print("Is the browser on another machine? Paste the address here that it was sent to in the end.");
      const { createInterface } = await import("node:readline/promises");
      const input = createInterface({ input: process.stdin });
      ctx.signal.addEventListener("abort", () => input.close());
      return await input.question("");
    },
  });
  ctx.print(`Signed in to ${entry.name}.`);
  process.stdin.destroy();
  return 0;
}

async function logout(args: readonly string[], ctx: SubcommandContext): Promise<number> {
  const entry = await named(args, "logout", ctx);
  const { logOut } = await import("../oauth/log-in.ts");
  const wasIn = await logOut(entry, ctx.credentials);
  ctx.print(wasIn ? `Signed out of ${entry.name}.` : `You were not signed in to ${entry.name}.`);
  return 0;
}

async function named([name, ...more]: readonly string[], verb: string, ctx: SubcommandContext): Promise<ServerEntry> {
  if (name === undefined || more.length > 0) throw new Error(`Usage: tau mcp ${verb} <name>`);
  const [entry] = await chosen([name], ctx);
  if (!entry) throw new Error(`There is no server ${name}.`);
  return entry;
}

async function logs(names: readonly string[], ctx: SubcommandContext): Promise<number> {
  for (const { name } of await chosen(names, ctx)) {
    const path = join(ctx.resources.agentDir, "logs", "mcp", `${name}.log`);
    const text = await readFile(path, "utf8").catch(() => "(nothing)");
    ctx.print(`${name}:\n${cleanText(text, 100_000)}`);
  }
  return 0;
}

/** Copies servers from other programs' files into the user's own file. */
async function importAll(names: readonly string[], ctx: SubcommandContext): Promise<number> {
  const file = userFile(ctx);
  const own = await file.servers();
  const others = (await chosen(names, ctx)).filter(({ name }) => !Object.hasOwn(own, name));
  for (const { name, config, origin } of others) {
    await file.add(name, config);
    ctx.print(`Copied ${name} from ${origin}`);
  }
  if (others.length === 0) ctx.print("There is nothing to copy.");
  return 0;
}

function userFile({ resources }: SubcommandContext): UserFile {
  return new UserFile(resources.agentDir);
}

async function entries({ resources }: SubcommandContext): Promise<ServerEntry[]> {
  const found = await resources.mcpServers();
  return found.map(({ name, config, sourceInfo }) => entryOf(name, config as ServerConfig, sourceInfo.path));
}

/** Resolves to the named servers, or to all. */
async function chosen(names: readonly string[], ctx: SubcommandContext): Promise<ServerEntry[]> {
  const all = await entries(ctx);
  const unknown = names.find((name) => all.every((entry) => entry.name !== name));
  if (unknown !== undefined)
    throw failure(3, `There is no server ${unknown}. tau mcp list shows those that there are.`);
  return names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
}

/** Describes a server without values that may be secret. */
function targetOf({ command, args = [], url }: ServerConfig): string {
  return cleanText(url ?? [command, ...args].join(" "), 300);
}

function filled(key: string, values: Readonly<Record<string, string>>): object {
  return Object.keys(values).length > 0 ? { [key]: values } : {};
}

function pairOf(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  if (at < 1) throw failure(2, `"${text}" is to be NAME${separator}VALUE.`);
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

/** Reads options, which come before the name. Everything after `--` is the command. */
function readOptions(args: readonly string[]) {
  const values = new Map<string, string[]>();
  const words: string[] = [];
  const end = args.indexOf("--");
  const before = end < 0 ? args : args.slice(0, end);
  for (let index = 0; index < before.length; index++) {
    const option = /^--(env|header|transport|scope)$/.exec(before[index] ?? "")?.[1];
    if (option === undefined) words.push(before[index] ?? "");
    else values.set(option, [...(values.get(option) ?? []), before[++index] ?? ""]);
  }
  return { words, command: end < 0 ? undefined : args.slice(end + 1), values };
}

function failure(exitCode: 2 | 3, message: string): Error {
  return Object.assign(new Error(message), { exitCode });
}
