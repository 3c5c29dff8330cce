import { basename, dirname, join } from "node:path";
import type { AgentTool } from "@tau/agent";
import { formatSize, type TruncationResult, truncateHead, truncateLine, withoutContent } from "../../output/index.ts";
import { type BuiltinToolDefinition, defineBuiltinTool, textResult } from "../builtin-tool.ts";
import { decorateLines } from "../decorate-lines.ts";
import { checkLimit } from "../limit.ts";
import { resolveToCwd } from "../path.ts";
import { throwIfAborted } from "../throw-if-aborted.ts";
import { ToolError } from "../tool-error.ts";
import type { ToolPortsSource } from "../tool-ports.ts";
import { locateSearchUrl, type UrlSources } from "../urls/locate-url.ts";
import { findRegistered } from "../urls/registered-url.ts";
import { description, prompt } from "./description.ts";
import { type GrepOperations, localGrepOperations } from "./operations.ts";
import { type GrepToolInput, parameters } from "./parameters.ts";
import type { SearchResult } from "./search.ts";
import type { FoundLine } from "./search-event.ts";

export type { GrepToolInput };
export type GrepTool = AgentTool<typeof parameters, GrepToolDetails | undefined>;

export interface GrepToolDetails {
  truncation?: TruncationResult;
  matchLimitReached?: number;
  linesTruncated?: boolean;
}

export interface GrepToolOptions {
  operations?: GrepOperations;
  /** Sources of `artifact://<id>` and `skill://<name>` URLs. */
  urls?: UrlSources | undefined;
  ports?: ToolPortsSource | undefined;
  /** Resolves to a function that tells which files of a folder are left out, by their paths in it. */
  hiddenIn?: ((folder: string) => Promise<(path: string) => boolean>) | undefined;
}

const MAX_MATCHES = 100;

export function createGrepTool(cwd: string, options: GrepToolOptions = {}): GrepTool {
  const operations = { ...localGrepOperations, ...options.operations };
  return {
    name: "grep",
    label: "grep",
    description,
    parameters,
    replay: "safe",
    async execute(_id, { path = ".", ...params }, signal) {
      throwIfAborted(signal);
      if (params.pattern.includes("\0"))
        throw new ToolError("invalid-argument", "A pattern cannot hold a NUL character.");
      const limit = checkLimit(params.limit, MAX_MATCHES);
      const { search } = await import("./search.ts");
      const registered = findRegistered(path, options.urls);
      const copy = registered && (await (await import("../urls/url-file.ts")).fileOfUrl(registered, { signal }));
      try {
        const own = copy?.path ?? locateSearchUrl(path, options.urls);
        // A file of the session itself is on this machine, wherever the tool searches other files.
        const { ripgrep, ...rest } = own === undefined ? operations : localGrepOperations;
        const place = await locate(rest, own ?? resolveToCwd(path, cwd), path);
        const result = await search(ripgrep, {
          ...place,
          isHidden: own === undefined ? await hiddenIn(place, options) : undefined,
          pattern: params.pattern,
          glob: params.glob,
          ignoreCase: params.ignoreCase ?? false,
          literal: params.literal ?? false,
          context: Math.max(0, Math.floor(params.context ?? 0)),
          limit,
          signal,
        });
        throwIfAborted(signal);
        // The file behind a URL is a copy, or must not be edited by its path.
        return render(result, limit, options.ports, own === undefined ? place.folder : undefined);
      } finally {
        await copy?.release();
      }
    },
  };
}

export function createGrepToolDefinition(
  cwd: string,
  options?: GrepToolOptions,
): BuiltinToolDefinition<typeof parameters, GrepToolDetails | undefined> {
  return defineBuiltinTool(createGrepTool(cwd, options), prompt);
}

/** A file that was named was judged itself. */
async function hiddenIn({ folder, target }: { folder: string; target: string }, { hiddenIn }: GrepToolOptions) {
  return target === "." ? await hiddenIn?.(folder) : undefined;
}

async function locate(operations: GrepOperations, absolutePath: string, path: string) {
  try {
    if (await operations.isDirectory(absolutePath)) return { folder: absolutePath, target: "." };
  } catch (error) {
    throw missing(path, error);
  }
  return { folder: dirname(absolutePath), target: `./${basename(absolutePath)}` };
}

function missing(path: string, cause: unknown): ToolError {
  return new ToolError("not-found", `Path not found: ${path}`, { cause });
}

function render(
  { lines, limitReached, takenLiterally }: SearchResult,
  limit: number,
  ports: ToolPortsSource | undefined,
  folder: string | undefined,
) {
  const notices = takenLiterally ? ["The pattern is no valid regular expression and was taken literally"] : [];
  if (lines.length === 0) return textResult(["No matches found", ...notices.map(bracket)].join("\n\n"), undefined);
  const cut = lines.map((line) => truncateLine(line.text));
  const shown = lines.map(({ path, line }, index) => ({
    ...{ path, number: line, text: cut[index]?.text ?? "" },
    ...(folder !== undefined && { file: join(folder, path) }),
  }));
  const texts = decorateLines(shown, "grep", ports);
  const rendered = lines.map((line, index) => renderLine(line, texts[index] ?? "", lines[index - 1]));
  const truncation = truncateHead(rendered.join("\n"), { maxLines: Number.POSITIVE_INFINITY });
  const details: GrepToolDetails = {};
  if (limitReached) {
    details.matchLimitReached = limit;
    notices.push(`${limit} matches limit reached: use limit=${limit * 2} or refine the pattern`);
  }
  if (truncation.truncated) {
    details.truncation = withoutContent(truncation);
    notices.push(`${formatSize(truncation.maxBytes)} limit reached`);
  }
  if (cut.some((line) => line.wasTruncated)) {
    details.linesTruncated = true;
    notices.push("Some lines are cut: use read to see them whole");
  }
  const text = [truncation.content, ...(notices.length > 0 ? [bracket(notices.join(". "))] : [])].join("\n\n");
  return textResult(text, Object.keys(details).length > 0 ? details : undefined);
}

/** Formats matches as `path:1: text` and lines around them as `path-2- text`, with `--` between separate groups. */
function renderLine({ path, line, isMatch }: FoundLine, text: string, previous: FoundLine | undefined): string {
  const mark = isMatch ? ":" : "-";
  const gap = previous && needsGap(previous, { path, line, isMatch, text }) ? "--\n" : "";
  return `${gap}${path}${mark}${line}${mark} ${text}`;
}

function needsGap(previous: FoundLine, current: FoundLine): boolean {
  const isGrouped = !previous.isMatch || !current.isMatch;
  return isGrouped && (previous.path !== current.path || previous.line + 1 < current.line);
}

function bracket(text: string): string {
  return `[${text}]`;
}
