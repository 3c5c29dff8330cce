import type { JsonValue } from "../contract/json.ts";
import type { ToolCall } from "../contract/messages.ts";
import { IncrementalJson } from "../stream/incremental-json.ts";
import { ToolArguments } from "../stream/tool-arguments.ts";

export type JsonPath = readonly (string | number)[];
export type JsonChange =
  | { readonly kind: "set"; readonly path: JsonPath; readonly value: JsonValue }
  | { readonly kind: "append"; readonly path: JsonPath; readonly text: string };

/** The incremental reader with the name and interface of the older version. Each change is reported as the whole value. */
export class StreamingJsonParser {
  private readonly reader = new IncrementalJson();

  append(text: string): readonly JsonChange[] {
    this.reader.push(text);
    const { value } = this.reader;
    return value === undefined ? [] : [{ kind: "set", path: [], value }];
  }

  snapshot(): JsonValue | undefined {
    return this.reader.value;
  }
}

export class ToolCallArgumentsStream {
  private streamed = new ToolArguments();

  get text(): string {
    return this.streamed.text;
  }

  append(delta: string): ToolCall["arguments"] {
    this.streamed.append(delta);
    return this.streamed.snapshot();
  }

  /** Takes the complete text, which may or may not continue the previous text. */
  replace(text: string): { readonly delta: string | undefined; readonly arguments: ToolCall["arguments"] } {
    const continues = text.startsWith(this.text);
    const delta = continues ? text.slice(this.text.length) : undefined;
    if (!continues) this.streamed = new ToolArguments();
    return { delta, arguments: this.append(delta ?? text) };
  }

  finish(): Pick<ToolCall, "arguments" | "argumentsError"> {
    return this.streamed.finish();
  }
}
