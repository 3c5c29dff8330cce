import type { IncomingHttpHeaders } from "node:http";
import type { JsonRecord, ModelProtocolName } from "./protocol.ts";

/** A tool as the request offers it, independent of the protocol. */
export interface OfferedTool {
  readonly name: string;
  readonly schema: JsonRecord;
  /** Whether the tool takes free text instead of JSON. */
  readonly custom: boolean;
}

/** One request as it arrived. Values that are expensive for a large body are computed on first use. */
export class ModelRequest {
  readonly index: number;
  readonly protocol: ModelProtocolName;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Uint8Array;
  /** Epoch milliseconds, with fractions. */
  readonly arrivedAt: number;
  /** When the answer was sent or the client disconnected. */
  endedAt: number | undefined;
  private parsed: JsonRecord | undefined;

  constructor(
    fields: Pick<ModelRequest, "index" | "protocol" | "method" | "path" | "headers" | "bytes" | "arrivedAt">,
  ) {
    this.index = fields.index;
    this.protocol = fields.protocol;
    this.method = fields.method;
    this.path = fields.path;
    this.headers = fields.headers;
    this.bytes = fields.bytes;
    this.arrivedAt = fields.arrivedAt;
  }

  get body(): JsonRecord {
    this.parsed ??= asRecord(JSON.parse(this.bytes.length === 0 ? "{}" : Buffer.from(this.bytes).toString("utf8")));
    return this.parsed;
  }

  get model(): string {
    if (typeof this.body.model === "string") return this.body.model;
    const inPath = /\/models?\/([^/:]+)/.exec(this.path)?.[1];
    return inPath === undefined ? "scripted" : decodeURIComponent(inPath);
  }

  get tools(): readonly OfferedTool[] {
    const config = asRecord(this.body.toolConfig);
    return [...asList(this.body.tools), ...asList(config.tools)].flatMap(offeredTools);
  }

  /** The number of tool results in the request, which tells the turn of a scripted run. */
  get toolResults(): number {
    const messages = asList(this.body.messages).map(resultsInMessage);
    const items = asList(this.body.input).map((item) => (/_output$/.test(String(item.type)) ? 1 : 0));
    const contents = asList(this.body.contents).map(
      (content) => asList(content.parts).filter((part) => "functionResponse" in part).length,
    );
    return [...messages, ...items, ...contents].reduce((sum, count) => sum + count, 0);
  }
}

function resultsInMessage(message: JsonRecord): number {
  if (message.role === "tool") return 1;
  return asList(message.content).filter((part) => part.type === "tool_result" || "toolResult" in part).length;
}

function offeredTools(tool: JsonRecord): readonly OfferedTool[] {
  if ("functionDeclarations" in tool) return asList(tool.functionDeclarations).map(offeredTool);
  if ("function" in tool) return [offeredTool(asRecord(tool.function))];
  if ("toolSpec" in tool) return [offeredTool(asRecord(tool.toolSpec))];
  return typeof tool.name === "string" ? [offeredTool(tool)] : [];
}

function offeredTool(tool: JsonRecord): OfferedTool {
  const schema = tool.parameters ?? tool.parametersJsonSchema ?? tool.input_schema ?? tool.inputSchema;
  const record = asRecord(schema);
  return {
    name: String(tool.name),
    schema: "json" in record ? asRecord(record.json) : record,
    custom: tool.type === "custom" && !("input_schema" in tool),
  };
}

function asRecord(value: unknown): JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonRecord) : {};
}

function asList(value: unknown): readonly JsonRecord[] {
  return Array.isArray(value) ? value.map(asRecord) : [];
}
