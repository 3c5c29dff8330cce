import type { AgentMessage } from "../contract/messages.ts";

/** The files that a part of the conversation touched. */
export interface FileOperations {
  read: Set<string>;
  written: Set<string>;
  edited: Set<string>;
}

/** The files in the form that is stored with a summary. */
export interface FileLists {
  readFiles: string[];
  modifiedFiles: string[];
}

const KIND_OF_TOOL: Readonly<Record<string, keyof FileOperations>> = { read: "read", write: "written", edit: "edited" };

export function createFileOps(): FileOperations {
  return { read: new Set(), written: new Set(), edited: new Set() };
}

export function extractFileOpsFromMessage(message: AgentMessage, fileOps: FileOperations): void {
  if (message.role === "assistant") {
    for (const block of message.content) if (block.type === "toolCall") recordCall(block, fileOps);
  }
  if (message.role === "toolResult" && "nestedCalls" in message) {
    const calls = (message.nestedCalls as { calls?: unknown } | null)?.calls;
    for (const call of Array.isArray(calls) ? calls : []) recordCall(call ?? {}, fileOps);
  }
}

/** Adds the file lists of an earlier summary. */
export function addFileLists(details: unknown, fileOps: FileOperations): void {
  const { readFiles, modifiedFiles } = (details ?? {}) as Partial<FileLists>;
  for (const path of strings(readFiles)) fileOps.read.add(path);
  for (const path of strings(modifiedFiles)) fileOps.edited.add(path);
}

/** Returns sorted lists. A changed file is not listed as read. */
export function computeFileLists(fileOps: FileOperations): FileLists {
  const modified = new Set([...fileOps.written, ...fileOps.edited]);
  const readFiles = [...fileOps.read].filter((path) => !modified.has(path));
  return { readFiles: readFiles.sort(), modifiedFiles: [...modified].sort() };
}

/** Returns an empty string if no file was touched. */
export function formatFileOperations(readFiles: readonly string[], modifiedFiles: readonly string[]): string {
  return block("read-files", readFiles) + block("modified-files", modifiedFiles);
}

function block(tag: string, paths: readonly string[]): string {
  return paths.length === 0 ? "" : `\n\n<${tag}>\n${paths.join("\n")}\n</${tag}>`;
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function recordCall(call: { name?: unknown; arguments?: unknown }, fileOps: FileOperations): void {
  const kind = KIND_OF_TOOL[String(call.name)];
  const path = (call.arguments as { path?: unknown } | undefined)?.path;
  if (kind && typeof path === "string" && path !== "") fileOps[kind].add(path);
}
