import type { AgentTool } from "@tau/agent";
import { inCallOrder } from "../../files/call-order.ts";
import { decodeText, encodeText, isBinary, normalizeToLF, withFileMutationQueue } from "../../files/index.ts";
import { type BuiltinToolDefinition, defineBuiltinTool, textResult } from "../builtin-tool.ts";
import { resolveExisting } from "../existing-path.ts";
import { fileError } from "../file-error.ts";
import { refuseSummarized, type SummarizedFiles } from "../summarized-files.ts";
import { throwIfAborted } from "../throw-if-aborted.ts";
import { ToolError } from "../tool-error.ts";
import type { UrlSources } from "../urls/locate-url.ts";
import { findRegistered } from "../urls/registered-url.ts";
import type { Edit } from "./apply-edits.ts";
import { description, prompt } from "./description.ts";
import { refuseGeneratedFile } from "./generated-file.ts";
import { type EditOperations, isAsRead, localEditOperations, savedMeanwhile } from "./operations.ts";
import { parameters } from "./parameters.ts";
import { prepareEditArguments } from "./prepare-arguments.ts";

export type EditTool = AgentTool<typeof parameters, EditToolDetails | undefined>;

export interface EditToolDetails {
  /** For display, with line numbers and some context. */
  diff: string;
  /** The changes as a unified diff. */
  patch: string;
  /** Line number in the new file. */
  firstChangedLine?: number;
}

export interface EditToolOptions {
  operations?: EditOperations;
  /** Sources of URLs, which other tools understand but this one refuses. */
  urls?: UrlSources | undefined;
  /** Files that are refused until the model has read lines of them. */
  summarized?: SummarizedFiles;
  /** Whether files that say that they are generated are refused. Asked for each call. */
  refusesGenerated?: () => boolean;
}

export function createEditTool(cwd: string, options: EditToolOptions = {}): EditTool {
  const operations = options.operations ?? localEditOperations;
  const refusesGenerated = () => options.refusesGenerated?.() === true;
  return {
    name: "edit",
    label: "edit",
    description,
    parameters,
    prepareArguments: prepareEditArguments,
    async execute(_id, args, signal) {
      const { path, edits } = prepareEditArguments(args);
      if (edits.length === 0) throw new ToolError("invalid-argument", "edits is empty: give at least one replacement.");
      if (findRegistered(path, options.urls))
        throw new ToolError(
          "invalid-argument",
          `${path} cannot be edited. Read it, and write the whole of it if it is writable.`,
        );
      const change = await inCallOrder(operations, async () => {
        const absolutePath = await resolveExisting(path, cwd, operations.access);
        refuseSummarized(options.summarized, absolutePath, path);
        const edit = async () => {
          throwIfAborted(signal);
          return await editFile(operations, { absolutePath, path, edits, refusesGenerated });
        };
        return () => withFileMutationQueue(absolutePath, edit);
      }).catch((error: unknown) => {
        throw fileError(error, path, "edit");
      });
      const { renderDiff } = await import("./render-diff.ts");
      const { diff, patch, firstChangedLine } = await renderDiff(path, change.before, change.after);
      const blocks = edits.length === 1 ? "1 block" : `${edits.length} blocks`;
      return textResult(`Successfully replaced ${blocks} in ${path}.`, {
        diff,
        patch,
        ...(firstChangedLine === undefined ? {} : { firstChangedLine }),
      });
    },
  };
}

export function createEditToolDefinition(
  cwd: string,
  options?: EditToolOptions,
): BuiltinToolDefinition<typeof parameters, EditToolDetails | undefined> {
  return defineBuiltinTool(createEditTool(cwd, options), prompt);
}

interface FileEdit {
  readonly absolutePath: string;
  readonly path: string;
  readonly edits: readonly Edit[];
  readonly refusesGenerated: () => boolean;
}

/** Edits a file. Resolves to the text before and after, with LF line ends. */
async function editFile(operations: EditOperations, { absolutePath, path, edits, refusesGenerated }: FileEdit) {
  await operations.access(absolutePath);
  const bytes = await operations.readFile(absolutePath);
  if (isBinary(bytes)) throw new ToolError("binary", `${path} is a binary file: it cannot be edited as text.`);
  const original = decodeText(bytes);
  if (refusesGenerated()) refuseGeneratedFile(original.text, path);
  const { applyEdits } = await import("./apply-edits.ts");
  const text = applyEdits(original.text, edits, path);
  const encoded = encodeText({ ...original, text });
  if (encoded === undefined) {
    throw new ToolError(
      "invalid-argument",
      `${path} is not UTF-8, and its encoding cannot hold the new text. Use ASCII, or rewrite it.`,
    );
  }
  if (!(await isAsRead(operations, absolutePath, bytes))) throw savedMeanwhile(path);
  await operations.writeFile(absolutePath, encoded);
  return { before: normalizeToLF(original.text), after: normalizeToLF(text) };
}
