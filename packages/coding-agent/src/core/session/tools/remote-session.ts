import { isAbsolute } from "node:path";
import type { AgentTool } from "@tau/agent";
import type { RemoteOperations, RemoteWorkspace } from "../../extensions/contract/remote-workspace.ts";
import type { PermissionRequest } from "../../permission/index.ts";
import type { VersionSource } from "../../tools/edit/edit-modes/hashline/versions.ts";
import { createLocalFindOperations } from "../../tools/find/operations.ts";
import type { BashOperations, ReadOperations, ToolsOptions } from "../../tools/index.ts";
import { expandHome, resolveToCwd } from "../../tools/path.ts";
import { parseSelector } from "../../tools/read/selector.ts";
import { ToolError } from "../../tools/tool-error.ts";
import type { SessionOperations } from "./make-tools.ts";
import { RecentTexts } from "./recent-texts.ts";

/** How a session differs whose tools work on another machine. */
export interface RemoteSession extends RemoteWorkspace {
  /** Runs the user's commands. */
  readonly shell: BashOperations;
  readonly readFile: (path: string) => Promise<Buffer>;
  /** Tools that would read or change the files of this machine in place of those of the workspace. */
  readonly excludedTools: readonly string[];
  /** Returns the options of the tools, with the operations of the other machine. */
  options(own: ToolsOptions): ToolsOptions;
  /** Returns the tool with `~` in its paths meaning the home folder there. */
  adapt(tool: AgentTool): AgentTool;
  /** Returns the arguments of a call as the permission policy is to see them: with the path of the file alone. */
  argumentsOf(args: unknown): unknown;
  /** Adds every file that a call of `read` may open: which part of `a.zip:b` is the file is known on the other machine alone. */
  withMembers(request: PermissionRequest, args: unknown): PermissionRequest;
  /** The texts that `read` has shown last, for edit modes that follow the versions of a file. */
  readonly versionSource: VersionSource;
}

/**
 * Returns the operations of a session in a remote workspace. `current` resolves to the workspace of the extensions as they are now: a reload
 * replaces it.
 */
export function remoteOperations(
  first: RemoteWorkspace,
  current: () => Promise<RemoteWorkspace>,
  excludedTools: readonly string[],
): SessionOperations {
  const live = forward(first.operations, current);
  const { cwd, home } = first;
  const texts = new RecentTexts();
  const read: ReadOperations = {
    ...live.read,
    readFile: async (path) => texts.remember(path, await live.read.readFile(path)),
  };
  const remote: RemoteSession = {
    ...first,
    operations: live,
    shell: { exec: (command, _cwd, options) => live.bash.exec(command, cwd, options) },
    readFile: live.read.readFile,
    excludedTools,
    options: (own) => remoteOptions(own, { ...live, read }),
    adapt: (tool) => ({
      ...tool,
      execute: async (id, args, ...rest) => await tool.execute(id, inHome(args, home) as never, ...rest),
    }),
    argumentsOf: (args) => withoutRange(inHome(args, home)),
    withMembers: (request, args) => withMembers(request, inHome(args, home), cwd),
    versionSource: { textOf: (path) => texts.of(path), identify: (path) => path },
  };
  return { read, change: live.change, run: notHere, remote };
}

/** Processes of this machine are not used in a remote workspace. */
async function notHere(): Promise<never> {
  throw new ToolError("unavailable", "This does not work in a remote workspace. Use bash.");
}

/** Returns operations that look the workspace up at each call. */
function forward(operations: RemoteOperations, current: () => Promise<RemoteWorkspace>): RemoteOperations {
  type Call = (...given: unknown[]) => unknown;
  const parts = Object.entries(operations).map(([part, functions]) => {
    const names = Object.keys(functions as object);
    const call =
      (name: string): Call =>
      async (...given) => {
        const now = (await current()).operations[part as keyof RemoteOperations] as unknown as Record<string, Call>;
        return await now[name]?.(...given);
      };
    return [part, Object.fromEntries(names.map((name) => [name, call(name)]))];
  });
  return Object.fromEntries(parts) as RemoteOperations;
}

function remoteOptions(own: ToolsOptions, { read, change, bash, grep, find, ls }: RemoteOperations): ToolsOptions {
  return {
    ...own,
    // A job cannot outlive a crash of Tau there, and URLs of the session are files of this machine.
    bash: withFields(own.bash, { operations: bash, jobFolder: undefined, urls: undefined }),
    read: withFields(own.read, { operations: read }),
    grep: withFields(own.grep, { operations: grep }),
    find: withFields(own.find, { operations: { ...createLocalFindOperations(grep.ripgrep), ...find } }),
    ls: withFields(own.ls, { operations: ls }),
    write: withFields(own.write, { operations: change }),
    edit: withFields(own.edit, { operations: change }),
  };
}

/** Copies an object with some fields replaced. Getters stay getters, because they follow the settings. */
function withFields<T extends object>(own: T | undefined, fields: Partial<T>): T {
  const described = { ...Object.getOwnPropertyDescriptors(own ?? {}), ...Object.getOwnPropertyDescriptors(fields) };
  return Object.defineProperties({}, described) as T;
}

function inHome(args: unknown, home: string): unknown {
  const { path } = args as { path?: unknown };
  return typeof path === "string" ? { ...(args as object), path: expandHome(path, home) } : args;
}

function withoutRange(args: unknown): unknown {
  const { path } = args as { path?: unknown };
  const selected = typeof path === "string" ? parseSelector(path) : undefined;
  return selected ? { ...(args as object), path: selected.path } : args;
}

function withMembers(request: PermissionRequest, args: unknown, cwd: string): PermissionRequest {
  const { path } = args as { path?: unknown };
  const isFile = request.tool === "read" && request.paths?.some((each) => isAbsolute(each));
  if (!isFile || typeof path !== "string") return request;
  const files = [...path.matchAll(/[:?]/g)].map(({ index }) => path.slice(0, index)).filter((file) => file !== "");
  const named = parseSelector(path)?.path ?? path;
  return { ...request, paths: [...new Set([named, path, ...files].map((file) => resolveToCwd(file, cwd)))] };
}
