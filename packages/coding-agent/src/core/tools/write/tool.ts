import { dirname } from "node:path";
import type { AgentTool } from "@tau/agent";
import { withFileMutationQueue } from "../../files/index.ts";
import { type BuiltinToolDefinition, defineBuiltinTool, textResult } from "../builtin-tool.ts";
import { fileError } from "../file-error.ts";
import { resolveToCwd } from "../path.ts";
import { throwIfAborted } from "../throw-if-aborted.ts";
import { type UrlSources, unknownUrl } from "../urls/locate-url.ts";
import { findRegistered, writeRegistered } from "../urls/registered-url.ts";
import { description, prompt } from "./description.ts";
import { localWriteOperations, type WriteOperations } from "./operations.ts";
import { parameters, type WriteToolInput } from "./parameters.ts";

export type { WriteToolInput };
export type WriteTool = AgentTool<typeof parameters, WriteToolDetails | undefined>;

export interface WriteToolDetails {
  /** The URL, if something other than a file was written. */
  readonly url: string;
}

export interface WriteToolOptions {
  operations?: WriteOperations;
  /** Sources of writable URLs. */
  urls?: UrlSources | undefined;
}

export function createWriteTool(cwd: string, options: WriteToolOptions = {}): WriteTool {
  const operations = options.operations ?? localWriteOperations;
  return {
    name: "write",
    label: "write",
    description,
    parameters,
    async execute(_id, { path, content }, signal) {
      const registered = findRegistered(path, options.urls);
      if (registered) {
        await writeRegistered(registered, content, { signal });
        return textResult(`Successfully wrote ${Buffer.byteLength(content)} bytes to ${path}`, { url: path });
      }
      const url = unknownUrl(path, "write");
      if (url) throw url;
      const absolutePath = resolveToCwd(path, cwd);
      await withFileMutationQueue(absolutePath, async () => {
        throwIfAborted(signal);
        try {
          await operations.mkdir(dirname(absolutePath));
          await operations.writeFile(absolutePath, content);
        } catch (error) {
          throw fileError(error, path, "write");
        }
      });
      return textResult(`Successfully wrote ${Buffer.byteLength(content)} bytes to ${path}`, undefined);
    },
  };
}

export function createWriteToolDefinition(
  cwd: string,
  options?: WriteToolOptions,
): BuiltinToolDefinition<typeof parameters, WriteToolDetails | undefined> {
  return defineBuiltinTool(createWriteTool(cwd, options), prompt);
}
