import { resolve } from "node:path";
import type { AgentTool, AgentToolResult } from "@tau/agent";
import { decodeText, isBinary } from "../../files/index.ts";
import { detectImageType, type ImageResizeOptions } from "../../images/index.ts";
import { formatSize, type TruncationResult, withoutContent } from "../../output/index.ts";
import { type BuiltinToolDefinition, defineBuiltinTool, textResult } from "../builtin-tool.ts";
import { decorateLines } from "../decorate-lines.ts";
import { pathVariants } from "../existing-path.ts";
import { fileError } from "../file-error.ts";
import { resolveToCwd } from "../path.ts";
import { throwIfAborted } from "../throw-if-aborted.ts";
import { ToolError } from "../tool-error.ts";
import type { DecoratedLine, ToolPortsSource } from "../tool-ports.ts";
import { isOwnUrl } from "../urls/is-own-url.ts";
import { locateUrl, type UrlSources, unknownUrl } from "../urls/locate-url.ts";
import { findRegistered, type RegisteredUrl, readRegistered } from "../urls/registered-url.ts";
import type { UrlCall, UrlContent } from "../urls/url-scheme.ts";
import { description, prompt } from "./description.ts";
import { localReadOperations, type ReadOperations } from "./operations.ts";
import { parameters, type ReadToolInput } from "./parameters.ts";
import { selectLines } from "./read-text.ts";
import { parseSelector } from "./selector.ts";

export type { ReadToolInput };
export type ReadTool = AgentTool<typeof parameters, ReadToolDetails | undefined>;

export interface ReadToolDetails {
  truncation?: TruncationResult;
  /** The URL of a source that is not a file; the fields below come from its scheme. */
  url?: string;
  contentType?: string;
  notes?: readonly string[];
  immutable?: boolean;
}

export interface ReadToolOptions {
  /** Default true. */
  autoResizeImages?: boolean;
  /** Default: 2000 by 2000 pixels, and a size in bytes that every provider accepts. */
  resizeOptions?: ImageResizeOptions;
  /** Returns the image limits of the current model, which take precedence. */
  modelLimits?: () => ImageResizeOptions;
  operations?: ReadOperations;
  /** Sources of `artifact://<id>` and `skill://<name>` URLs. */
  urls?: UrlSources | undefined;
  ports?: ToolPortsSource | undefined;
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
      const { found, ...range } = await open(path, cwd, operations, options.urls, signal);
      throwIfAborted(signal);
      const selection = { path, offset: offset ?? range.offset, limit: limit ?? range.limit };
      return await resultOf(found, selection, operations, options, signal);
    },
  };
}

/** The raw content at a path or behind a URL. */
interface Found extends UrlContent {
  readonly bytes: Buffer;
  /** Absent if the source is not a file. */
  readonly absolutePath?: string;
  readonly url?: string;
}

interface Selection {
  readonly path: string;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

async function open(
  path: string,
  cwd: string,
  operations: ReadOperations,
  urls: UrlSources | undefined,
  signal: AbortSignal | undefined,
): Promise<{ found: Found; offset?: number; limit?: number }> {
  const selected = parseSelector(path) ?? { path };
  const registered = findRegistered(selected.path, urls);
  if (registered) {
    const { path: url, ...range } = selected;
    return { found: await readUrl(registered, url, { signal }), ...range };
  }
  const { absolutePath, ...range } = locateByUrl(path, urls) ?? (await locate(path, cwd, operations));
  return { found: { absolutePath, bytes: await readFile(operations, absolutePath, path) }, ...range };
}

async function readUrl(registered: RegisteredUrl, url: string, call: UrlCall): Promise<Found> {
  const content = await readRegistered(registered, call);
  const { text, bytes, entries } = content;
  const listed = entries && (await import("./render-entries.ts")).renderEntries(entries);
  const immutable = content.immutable === true || registered.scheme.immutable === true;
  return { ...content, url, immutable, bytes: Buffer.from(bytes ?? text ?? listed ?? "") };
}

async function resultOf(
  found: Found,
  selection: Selection,
  operations: ReadOperations,
  options: ReadToolOptions,
  signal: AbortSignal | undefined,
): Promise<ReadResult> {
  const { bytes, absolutePath, contentType } = found;
  const readers = options.ports?.()?.readers ?? [];
  if (readers.length > 0) {
    const { findReader, useReader } = await import("./use-reader.ts");
    const source = {
      path: parseSelector(selection.path)?.path ?? selection.path,
      bytes,
      ...(contentType && { contentType }),
    };
    const reader = findReader(readers, source);
    const read = reader && (await useReader(reader, source, signal));
    if (read) {
      const { absolutePath: _made, ...source } = found;
      const result = textOf({ ...source, bytes: Buffer.from(read.text) }, selection, options);
      return { ...result, content: [...result.content, ...read.images] };
    }
  }
  const told = absolutePath === undefined ? undefined : await operations.detectImageMimeType?.(absolutePath);
  const imageType = told ?? detectImageType(bytes);
  if (imageType) return await (await import("./read-image.ts")).imageResult(bytes, imageType, resizing(options));
  return textOf(found, selection, options);
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

function textOf(found: Found, { path, offset, limit }: Selection, options: ReadToolOptions): ReadResult {
  const { bytes, notes = [] } = found;
  if (isBinary(bytes)) {
    const size = formatSize(bytes.length);
    throw new ToolError("binary", `${path} is a binary file (${size}). Use bash (file, xxd, strings) to inspect it.`);
  }
  const place = { path, ...(found.absolutePath !== undefined && !isOwnUrl(path) && { file: found.absolutePath }) };
  const decorate = (shown: string, first: number) => decorated(shown, first, place, options.ports);
  const { text, truncation } = selectLines(decodeText(bytes).text, path, offset, limit, decorate);
  const details = { ...urlDetails(found), ...(truncation && { truncation: withoutContent(truncation) }) };
  const whole = [text, ...notes.map((note) => `[${note}]`)].join("\n\n");
  return textResult(whole, Object.keys(details).length > 0 ? details : undefined);
}

function urlDetails({ url, contentType, notes, immutable }: Found): Omit<ReadToolDetails, "truncation"> {
  if (url === undefined) return {};
  return {
    url,
    ...(contentType !== undefined && { contentType }),
    ...(notes && notes.length > 0 && { notes }),
    ...(immutable && { immutable }),
  };
}

function decorated(
  text: string,
  first: number,
  place: Pick<DecoratedLine, "path" | "file">,
  ports: ToolPortsSource | undefined,
): string {
  if (!ports?.()?.decorators.length || text === "") return text;
  const end = text.endsWith("\n") ? "\n" : "";
  const lines = text.slice(0, text.length - end.length).split("\n");
  const numbered = lines.map((line, index) => ({ ...place, number: first + index, text: line }));
  return decorateLines(numbered, "read", ports).join("\n") + end;
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

/** Locates `artifact://3` or `skill://name/file.md:10-20`; returns `undefined` for any other text. */
function locateByUrl(given: string, urls: UrlSources | undefined): Location | undefined {
  const { path, ...range } = parseSelector(given) ?? { path: given };
  const absolutePath = locateUrl(path, urls);
  return absolutePath === undefined ? undefined : { absolutePath, ...range };
}

/** Finds the file by its name, by another spelling of it, or by the name before a line range. */
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
