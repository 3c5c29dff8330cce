import { crc32 } from "node:zlib";
import type { ModelProtocolName, ModelServer } from "@tau/testkit";

/** A minimal streaming request of each protocol: where it goes and what it must carry. */
export const questions: Record<ModelProtocolName, { readonly path: string; readonly body: Record<string, unknown> }> = {
  "openai-completions": { path: "/v1/chat/completions", body: { model: "m", stream: true, messages: [] } },
  "openai-responses": { path: "/v1/responses", body: { model: "m", stream: true, input: [] } },
  "openai-codex-responses": { path: "/codex/responses", body: { model: "m", stream: true, input: [] } },
  "anthropic-messages": { path: "/v1/messages", body: { model: "m", stream: true, max_tokens: 1, messages: [] } },
  "google-generative-ai": { path: "/v1beta/models/m:streamGenerateContent?alt=sse", body: { contents: [] } },
  "mistral-conversations": {
    path: "/mistral-conversations/v1/chat/completions",
    body: { model: "m", stream: true, messages: [] },
  },
  ollama: { path: "/api/chat", body: { model: "m", messages: [] } },
  "bedrock-converse-stream": { path: "/model/m/converse-stream", body: { messages: [] } },
};

export async function ask(
  server: ModelServer,
  protocol: ModelProtocolName,
  body: Record<string, unknown> = {},
): Promise<Response> {
  const question = questions[protocol];
  return await fetch(server.url + question.path, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer key" },
    body: JSON.stringify({ ...question.body, ...body }),
  });
}

export interface NamedEvent {
  readonly event?: string;
  readonly data: unknown;
}

export async function readSse(response: Response): Promise<NamedEvent[]> {
  const blocks = (await response.text()).split("\n\n").filter((block) => block !== "");
  return blocks.map((block) => {
    const event = /^event: (.*)$/m.exec(block)?.[1];
    const text = /^data: (.*)$/m.exec(block)?.[1] ?? "";
    const data: unknown = text === "[DONE]" ? text : JSON.parse(text);
    return event === undefined ? { data } : { event, data };
  });
}

export async function readLines(response: Response): Promise<unknown[]> {
  return (await response.text())
    .split("\n")
    .filter((line) => line !== "")
    .map((line): unknown => JSON.parse(line));
}

export interface AwsMessage {
  readonly headers: Record<string, string>;
  readonly payload: unknown;
}

/** Decodes `application/vnd.amazon.eventstream` and checks both checksums of each message. */
export function decodeAwsMessages(bytes: Uint8Array): AwsMessage[] {
  const messages: AwsMessage[] = [];
  for (let rest = Buffer.from(bytes); rest.length > 0; ) {
    const total = rest.readUInt32BE(0);
    const headerLength = rest.readUInt32BE(4);
    if (rest.readUInt32BE(8) !== crc32(rest.subarray(0, 8))) throw new Error("bad prelude checksum");
    if (rest.readUInt32BE(total - 4) !== crc32(rest.subarray(0, total - 4))) throw new Error("bad message checksum");
    const headers = decodeAwsHeaders(rest.subarray(12, 12 + headerLength));
    messages.push({ headers, payload: JSON.parse(rest.subarray(12 + headerLength, total - 4).toString()) });
    rest = rest.subarray(total);
  }
  return messages;
}

function decodeAwsHeaders(bytes: Buffer): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let at = 0; at < bytes.length; ) {
    const nameEnd = at + 1 + bytes.readUInt8(at);
    const name = bytes.subarray(at + 1, nameEnd).toString();
    if (bytes.readUInt8(nameEnd) !== 7) throw new Error(`header ${name} is no string`);
    const end = nameEnd + 3 + bytes.readUInt16BE(nameEnd + 1);
    headers[name] = bytes.subarray(nameEnd + 3, end).toString();
    at = end;
  }
  return headers;
}
