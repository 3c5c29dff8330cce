import { resolve } from "node:path";
import type { AgentTool, AgentToolResult } from "@tau/agent";
import { decodeText, isBinary } from "../../files/index.ts";
import { detectImageType, type ImageResizeOptions } from "../../images/index.ts";
import { formatSize, type TruncationResult, withoutContent } from "../../output/index.ts";
import { type BuiltinToolDefinition, defineBuiltinTool, textResult } from "../builtin-tool.ts";
import { pathVariants } from "../existing-path.ts";
import { fileError } from "../file-error.ts";
import { resolveToCwd } from "../path.ts";
import { throwIfAborted } from "../throw-if-aborted.ts";
import { ToolError } from "../tool-error.ts";
import { locateUrl, type UrlSources, unknownUrl } from "../urls/locate-url.ts";
import { description, prompt } from "./description.ts";
import { localReadOperations, type ReadOperations } from "./operations.ts";
import { parameters, type ReadToolInput } from "./parameters.ts";
import { selectLines } from "./read-text.ts";
import { parseSelector } from "./selector.ts";

export type { ReadToolInput };
export type ReadTool = AgentTool<typeof parameters, ReadToolDetails | undefined>;

export interface ReadToolDetails {
  truncation?: TruncationResult;
}

export interface ReadToolOptions {
  /** Default true. */
  autoResizeImages?: boolean;
  /** Default: 2000 by 2000 pixels, and what every provider takes in bytes. */
  resizeOptions?: ImageResizeOptions;
  /** What the model in use says of its images; counts more. */
  modelLimits?: () => ImageResizeOptions;
  operations?: ReadOperations;
  /** What `artifact://<id>` and `skill://<name>` stand for. */
  urls?: UrlSources | undefined;
}

export function createReadTool(cwd: string, options: ReadToolOptions = {}): ReadTool {
  const operations = options.operations ?? localReadOperations;
  return {
    name: "read",
    label: "read",
    description,
    parameters,
    replay: "safe",
    async execute(_id, { path, offset, limit }, signal) {
      throwIfAborted(signal);
      const file = locateByUrl(path, options.urls) ?? (await locate(path, cwd, operations));
      const bytes = await readFile(operations, file.absolutePath, path);
      throwIfAborted(signal);
      const imageType = (await operations.detectImageMimeType?.(file.absolutePath)) ?? detectImageType(bytes);
      if (imageType) return await (await import("./read-image.ts")).imageResult(bytes, imageType, resizing(options));
      return textOf(bytes, path, offset ?? file.offset, limit ?? file.limit);
    },
  };
}

function resizing({ autoResizeImages, resizeOptions, modelLimits }: ReadToolOptions): ImageResizeOptions | false {
  return autoResizeImages === false ? false : { ...resizeOptions, ...modelLimits?.() };
}

export function createReadToolDefinition(
  cwd: string,
  options?: ReadToolOptions,
): BuiltinToolDefinition<typeof parameters, ReadToolDetails | undefined> {
  return defineBuiltinTool(createReadTool(cwd, options), prompt);
}

type ReadResult = AgentToolResult<ReadToolDetails | undefined>;

function textOf(bytes: Buffer, path: string, offset: number | undefined, limit: number | undefined): ReadResult {
  if (isBinary(bytes)) {
    const size = formatSize(bytes.length);
    throw new ToolError("binary", `${path} is a binary file (${size}). Use bash (file, xxd, strings) to inspect it.`);
  }
  const { text, truncation } = selectLines(decodeText(bytes).text, path, offset, limit);
  return textResult(text, truncation ? { truncation: withoutContent(truncation) } : undefined);
}

async function readFile(operations: ReadOperations, absolutePath: string, path: string): Promise<Buffer> {
  try {
    return await operations.readFile(absolutePath);
  } catch (error) {
    throw fileError(error, path, "read");
  }
}

interface Location {
  readonly absolutePath: string;
  readonly offset?: number;
  readonly limit?: number;
}

/** `artifact://3`, `skill://name/file.md:10-20`; `undefined` for what is no such URL. */
function locateByUrl(given: string, urls: UrlSources | undefined): Location | undefined {
  const { path, ...range } = parseSelector(given) ?? { path: given };
  const absolutePath = locateUrl(path, urls);
  return absolutePath === undefined ? undefined : { absolutePath, ...range };
}

/** The file under its name, under another spelling of it, or under the name before a range of lines. */
async function locate(path: string, cwd: string, operations: ReadOperations): Promise<Location> {
  const absolutePath = resolveToCwd(path, cwd);
  try {
    await operations.access(absolutePath);
    return { absolutePath };
  } catch (error) {
    const variants = pathVariants(absolutePath, resolve(cwd, path)).map((variant) => ({ absolutePath: variant }));
    const selected = parseSelector(path);
    const ranged = selected ? [{ ...selected, absolutePath: resolveToCwd(selected.path, cwd) }] : [];
    const found = await firstReadable([...variants, ...ranged], operations);
    if (found) return found;
    const url = unknownUrl(path, "read");
    if (url) throw url;
    const suggestions = (await operations.suggest?.(absolutePath)) ?? [];
    throw missingFile(error, path, suggestions);
  }
}

async function firstReadable(candidates: readonly Location[], operations: ReadOperations) {
  for (const candidate of candidates) {
    const isReadable = await operations.access(candidate.absolutePath).then(
      () => true,
      () => false,
    );
    if (isReadable) return candidate;
  }
  return undefined;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

function missingFile(error: unknown, path: string, suggestions: readonly string[]): unknown {
  const explained = fileError(error, path, "read");
  if (isCode(error, "ELOOP")) return explained;
  if (!(explained instanceof ToolError) || explained.code !== "not-found" || suggestions.length === 0) return explained;
  return new ToolError("not-found", `Cannot read ${path}: no such file. Did you mean ${suggestions.join(" or ")}?`, {
    cause: error,
  });
}
