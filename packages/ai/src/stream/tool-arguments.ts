import type { JsonObject, JsonValue } from "../contract/json.ts";
import type { ToolCall } from "../contract/messages.ts";
import { IncrementalJson } from "./incremental-json.ts";

/**
 * The arguments of one tool call while they stream. Parses only on demand: `snapshot` reads the pieces since its last call, `finish` parses
 * the whole text once, strictly first.
 */
export class ToolArguments {
  private whole = "";
  /** The text since the last snapshot. Before the first one it is `undefined`, because it would equal `whole`. */
  private unread: string | undefined;
  private readonly reader = new IncrementalJson();

  get text(): string {
    return this.whole;
  }

  append(delta: string): void {
    this.whole += delta;
    if (this.unread !== undefined) this.unread += delta;
  }

  snapshot(): JsonObject {
    this.reader.push(this.unread ?? this.whole);
    this.unread = "";
    const { value } = this.reader;
    return isJsonObject(value) ? value : {};
  }

  finish(): Pick<ToolCall, "arguments" | "argumentsError"> {
    return parseToolCallArguments(this.whole);
  }
}

/**
 * Parses the complete arguments of a finished call. Empty text means no arguments. Text that is not a JSON object, even after repair, gives
 * `{}` and an `argumentsError` for the model.
 */
export function parseToolCallArguments(text: string | undefined): Pick<ToolCall, "arguments" | "argumentsError"> {
  if (!text || text.trim() === "") return { arguments: {} };
  const value = parseComplete(text);
  if (isJsonObject(value)) return { arguments: value };
  const problem = value === undefined ? "are not valid JSON" : "are JSON, but not an object";
  const shown = text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}… (${text.length} characters)` : text;
  return { arguments: {}, argumentsError: `The arguments ${problem}: ${shown}` };
}

function parseComplete(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    const reader = new IncrementalJson();
    reader.push(text);
    return reader.isComplete ? reader.value : undefined;
  }
}

function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const SHOWN_LENGTH = 500;
