import { isAbsolute, relative, sep } from "node:path";
import type { AgentTool } from "@tau/agent";
import { formatSize, type TruncationResult, truncateHead, withoutContent } from "../../output/index.ts";
import { type BuiltinToolDefinition, defineBuiltinTool, textResult } from "../builtin-tool.ts";
import { checkLimit } from "../limit.ts";
import { resolveToCwd } from "../path.ts";
import { throwIfAborted } from "../throw-if-aborted.ts";
import { ToolError } from "../tool-error.ts";
import { description, prompt } from "./description.ts";
import { createLocalFindOperations, type FindOperations } from "./operations.ts";
import { type FindToolInput, parameters } from "./parameters.ts";

export type { FindToolInput };
export type FindTool = AgentTool<typeof parameters, FindToolDetails | undefined>;

export interface FindToolDetails {
  truncation?: TruncationResult;
  resultLimitReached?: number;
}

export interface FindToolOptions {
  operations?: FindOperations;
}

const MAX_RESULTS = 1000;

export function createFindTool(cwd: string, options: FindToolOptions = {}): FindTool {
  const operations = options.operations ?? createLocalFindOperations();
  return {
    name: "find",
    label: "find",
    description,
    parameters,
    replay: "safe",
    async execute(_id, { pattern, path = ".", limit }, signal) {
      const maximum = checkLimit(limit, MAX_RESULTS);
      const folder = resolveToCwd(path, cwd);
      if (!(await operations.exists(folder))) throw new ToolError("not-found", `Path not found: ${path}`);
      const found = await operations.glob(pattern, folder, { ignore: [], limit: maximum, ...(signal && { signal }) });
      throwIfAborted(signal);
      if (found.length === 0) return textResult("No files found matching pattern", undefined);
      return render(
        found.slice(0, maximum).map((result) => relativize(result, folder)),
        found.length,
        maximum,
      );
    },
  };
}

export function createFindToolDefinition(
  cwd: string,
  options?: FindToolOptions,
): BuiltinToolDefinition<typeof parameters, FindToolDetails | undefined> {
  return defineBuiltinTool(createFindTool(cwd, options), prompt);
}

/** Returns the path relative to the search folder, with `/` on every system. A folder keeps its final `/`. */
function relativize(result: string, folder: string): string {
  if (!isAbsolute(result)) return result.replaceAll(sep, "/");
  const path = relative(folder, result).replaceAll(sep, "/");
  return /[/\\]$/.test(result) ? `${path}/` : path;
}

function render(paths: string[], total: number, maximum: number) {
  const truncation = truncateHead(paths.join("\n"), { maxLines: Number.POSITIVE_INFINITY });
  const details: FindToolDetails = {};
  const notices: string[] = [];
  if (total > maximum) {
    details.resultLimitReached = maximum;
    notices.push(
      `${maximum} results limit reached, ${total - maximum} more: use limit=${maximum * 2} or refine the pattern`,
    );
  }
  if (truncation.truncated) {
    details.truncation = withoutContent(truncation);
    notices.push(`${formatSize(truncation.maxBytes)} limit reached`);
  }
  if (notices.length === 0) return textResult(truncation.content, undefined);
  return textResult(`${truncation.content}\n\n[${notices.join(". ")}]`, details);
}
