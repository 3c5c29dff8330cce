import { join } from "node:path";
import type { AgentTool } from "@tau/agent";
import { formatSize, type TruncationResult, truncateHead, withoutContent } from "../../output/index.ts";
import { type BuiltinToolDefinition, defineBuiltinTool, textResult } from "../builtin-tool.ts";
import { fileError } from "../file-error.ts";
import { checkLimit } from "../limit.ts";
import { resolveToCwd } from "../path.ts";
import { throwIfAborted } from "../throw-if-aborted.ts";
import { ToolError } from "../tool-error.ts";
import { description, prompt } from "./description.ts";
import { type LsOperations, localLsOperations } from "./operations.ts";
import { type LsToolInput, parameters } from "./parameters.ts";

export type { LsToolInput };
export type LsTool = AgentTool<typeof parameters, LsToolDetails | undefined>;

export interface LsToolDetails {
  truncation?: TruncationResult;
  entryLimitReached?: number;
}

export interface LsToolOptions {
  operations?: LsOperations;
}

const MAX_ENTRIES = 500;

export function createLsTool(cwd: string, options: LsToolOptions = {}): LsTool {
  const operations = options.operations ?? localLsOperations;
  return {
    name: "ls",
    label: "ls",
    description,
    parameters,
    replay: "safe",
    async execute(_id, { path = ".", limit }, signal) {
      throwIfAborted(signal);
      const maximum = checkLimit(limit, MAX_ENTRIES);
      const directory = resolveToCwd(path, cwd);
      const names = await listNames(operations, directory, path);
      if (names.length === 0) return textResult("(empty directory)", undefined);
      const shown = names.sort(byNameIgnoringCase).slice(0, maximum);
      const lines = await Promise.all(shown.map((name) => markDirectory(operations, directory, name)));
      return render(lines, names.length, maximum);
    },
  };
}

export function createLsToolDefinition(
  cwd: string,
  options?: LsToolOptions,
): BuiltinToolDefinition<typeof parameters, LsToolDetails | undefined> {
  return defineBuiltinTool(createLsTool(cwd, options), prompt);
}

async function listNames(operations: LsOperations, directory: string, path: string): Promise<string[]> {
  try {
    if (!(await operations.exists(directory))) throw new ToolError("not-found", `Path not found: ${path}`);
    const found = await operations.stat(directory);
    if (!found.isDirectory())
      throw new ToolError("not-a-directory", `Not a directory: ${path}. Use read to see a file.`);
    return [...(await operations.readdir(directory))];
  } catch (error) {
    throw fileError(error, path, "list");
  }
}

/** Marks folders with a slash. A broken link is listed by its name. */
async function markDirectory(operations: LsOperations, directory: string, name: string): Promise<string> {
  try {
    const found = await operations.stat(join(directory, name));
    return found.isDirectory() ? `${name}/` : name;
  } catch {
    return name;
  }
}

function render(lines: string[], total: number, maximum: number) {
  const truncation = truncateHead(lines.join("\n"), { maxLines: Number.POSITIVE_INFINITY });
  const details: LsToolDetails = {};
  const notices: string[] = [];
  if (total > maximum) {
    details.entryLimitReached = maximum;
    notices.push(`${total - maximum} more entries: use limit=${maximum * 2} or list a subdirectory`);
  }
  if (truncation.truncated) {
    details.truncation = withoutContent(truncation);
    notices.push(`${formatSize(truncation.maxBytes)} limit reached`);
  }
  if (notices.length === 0) return textResult(truncation.content, undefined);
  return textResult(`${truncation.content}\n\n[${notices.join(". ")}]`, details);
}

function byNameIgnoringCase(a: string, b: string): number {
  const [first, second] = [a.toLowerCase(), b.toLowerCase()];
  if (first !== second) return first < second ? -1 : 1;
  return a < b ? -1 : 1;
}
