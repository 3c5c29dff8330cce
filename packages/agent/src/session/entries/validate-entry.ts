import { emptyUsage, ownValue, type Usage } from "@tau/ai";
import { isSessionEntry, isSessionHeader } from "./codec.ts";
import type { FileEntry, SessionEntry, SessionHeader } from "./entry.ts";

type Loose = Record<string, unknown>;

/**
 * Validates an entry from any program; returns `undefined` if it lacks the essential fields of its type. Fills in or removes the rest: a
 * missing time, the usage of an answer, an invalid image. Unknown types pass unchanged.
 */
export function validateEntry(value: FileEntry): SessionEntry | undefined {
  if (!isSessionEntry(value)) return undefined;
  const entry = value as unknown as Loose;
  if (ownValue(CHECKS, value.type)?.(entry) === false) return undefined;
  if (typeof entry.timestamp !== "string") entry.timestamp = new Date(0).toISOString();
  if ("usage" in entry && !isUsage(entry.usage)) delete entry.usage;
  return value;
}

/** Validates a header and removes unusable fields. */
export function validateHeader(value: FileEntry | undefined): SessionHeader | undefined {
  if (!isSessionHeader(value)) return undefined;
  const header = value as unknown as Loose;
  for (const key of ["parentSession", "workspace", "title"]) if (typeof header[key] !== "string") delete header[key];
  if (typeof header.cwd !== "string") header.cwd = "";
  if (typeof header.timestamp !== "string") header.timestamp = new Date(0).toISOString();
  return value;
}

const CHECKS: Readonly<Record<string, (entry: Loose) => boolean>> = {
  message: ({ message }) => isObject(message) && typeof message.role === "string" && isMessage(message, message.role),
  thinking_level_change: ({ thinkingLevel }) => thinkingLevel === null || isOptionalText(thinkingLevel),
  model_change: ({ provider, modelId, model, role }) => [provider, modelId, model, role].every(isOptionalText),
  usage: ({ usage }) => isUsage(usage),
  compaction: isCompaction,
  branch_summary: ({ summary }) => isText(summary),
  custom: ({ customType }) => isText(customType),
  custom_message: ({ customType, content }) => isText(customType) && isContent(content),
  context_edit: ({ targetId, replacement }) => isText(targetId) && (replacement === null || isReplacement(replacement)),
  label: ({ targetId, label }) => isText(targetId) && (label === null || isOptionalText(label)),
  session_info: ({ name }) => name === null || isOptionalText(name),
};

const MESSAGE_CHECKS: Readonly<Record<string, (message: Loose) => boolean>> = {
  system: ({ content }) => content === undefined || isContent(content),
  user: ({ content }) => isContent(content),
  custom: ({ customType, content }) => isText(customType) && isContent(content),
  assistant: isAnswer,
  toolResult: ({ toolCallId, content }) => isText(toolCallId) && isBlocks(content),
  bashExecution: ({ command, output }) => isText(command) && isText(output),
  branchSummary: ({ summary }) => isText(summary),
  compactionSummary: ({ summary }) => isText(summary),
};

const BLOCK_CHECKS: Readonly<Record<string, (block: Loose) => boolean>> = {
  text: ({ text }) => isText(text),
  thinking: ({ thinking }) => isText(thinking),
  image: isImage,
  toolCall: ({ id, name, arguments: args }) => isText(id) && isText(name) && isObject(args),
};

function isMessage(message: Loose, role: string): boolean {
  return ownValue(MESSAGE_CHECKS, role)?.(message) !== false;
}

function isAnswer(message: Loose): boolean {
  if (!isBlocks(message.content)) return false;
  if (!isUsage(message.usage)) message.usage = emptyUsage();
  return true;
}

/** A compaction without a reference to a kept entry has kept nothing: it then refers to itself. */
function isCompaction(entry: Loose): boolean {
  if (!isText(entry.summary)) return false;
  if (!isText(entry.firstKeptEntryId)) entry.firstKeptEntryId = entry.id;
  if (!isObject(entry.systemMessage) || !isMessage(entry.systemMessage, "system")) delete entry.systemMessage;
  return true;
}

function isReplacement(value: unknown): boolean {
  return isObject(value) && isContent(value.content);
}

function isContent(value: unknown): boolean {
  return isText(value) || isBlocks(value);
}

function isBlocks(value: unknown): boolean {
  return Array.isArray(value) && value.every(isBlock);
}

function isBlock(value: unknown): boolean {
  return isObject(value) && isText(value.type) && ownValue(BLOCK_CHECKS, value.type)?.(value) !== false;
}

/**
 * Replaces an image whose data is not Base64 with a text, because terminals and providers use the data unchanged and could misinterpret it.
 * Removes line breaks, which some programs write.
 */
function isImage(block: Loose): boolean {
  if (!isText(block.data) || !isText(block.mimeType)) return false;
  if (IMAGE_DATA.test(block.data)) return true;
  const data = block.data.replace(/\s+/g, "");
  if (IMAGE_DATA.test(data)) block.data = data;
  else {
    for (const key of Object.keys(block)) delete block[key];
    Object.assign(block, { type: "text", text: "[An image was left out: its data is not Base64.]" });
  }
  return true;
}

/** Matches Base64, or a reference to a file with the image. */
const IMAGE_DATA = /^(?:[A-Za-z0-9+/]*={0,2}|blob:sha256:[0-9a-f]{64})$/;

/** Keeps the reported counts and fills in the ones that a program did not report. */
function isUsage(value: unknown): boolean {
  if (!isObject(value) || !Number.isFinite(value.input) || !Number.isFinite(value.output)) return false;
  for (const key of ["cacheRead", "cacheWrite"]) if (!Number.isFinite(value[key])) value[key] = 0;
  const { input, output, cacheRead, cacheWrite } = value as unknown as Usage;
  if (!Number.isFinite(value.totalTokens)) value.totalTokens = input + output + cacheRead + cacheWrite;
  if (!isObject(value.cost) || !Number.isFinite(value.cost.total)) value.cost = emptyUsage().cost;
  return true;
}

function isObject(value: unknown): value is Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || isText(value);
}
