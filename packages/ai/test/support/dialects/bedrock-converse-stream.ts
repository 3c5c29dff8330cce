import { crc32 } from "node:zlib";
import { alternate, callsOf, type Dialect, endWord, type Say } from "./dialect.ts";

export const bedrockConverseStream: Dialect = {
  api: "bedrock-converse-stream",
  source: "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html",
  model: { name: "Claude of the tests" },
  encode: (script) => {
    let index = 0;
    const blocks = script.says.flatMap((say) => {
      const events = eventsOf(say, index);
      index += "interleaved" in say ? 2 : 1;
      return events;
    });
    const usual = callsOf(script).length > 0 ? "tool_use" : "end_turn";
    const stopReason = endWord(script, { length: "max_tokens", refusal: "content_filtered" }, usual);
    const usage = { inputTokens: 60, outputTokens: 20, totalTokens: 120, cacheReadInputTokens: 40 };
    return [
      awsFrame("messageStart", { role: "assistant" }),
      ...blocks,
      awsFrame("messageStop", { stopReason }),
      awsFrame("metadata", { usage, metrics: { latencyMs: 1 } }),
    ];
  },
  midStreamError: awsFrame("modelStreamErrorException", { message: "The model had an error" }, "exception"),
  interleaves: true,
  streamsArguments: true,
  thinks: true,
  signs: true,
};

function eventsOf(say: Say, index: number): Uint8Array[] {
  const delta = (position: number, content: object) =>
    awsFrame("contentBlockDelta", { contentBlockIndex: position, delta: content });
  const stop = (position: number) => awsFrame("contentBlockStop", { contentBlockIndex: position });
  if ("text" in say) return [...say.text.map((text) => delta(index, { text })), stop(index)];
  if ("thinking" in say) {
    const thoughts = say.thinking.map((text) => delta(index, { reasoningContent: { text } }));
    return [...thoughts, delta(index, { reasoningContent: { signature: say.signature } }), stop(index)];
  }
  const calls = "call" in say ? [say.call] : say.interleaved;
  return [
    ...calls.map(({ id, name }, offset) =>
      awsFrame("contentBlockStart", { contentBlockIndex: index + offset, start: { toolUse: { toolUseId: id, name } } }),
    ),
    ...alternate(calls).map(({ call, piece }) => delta(index + call, { toolUse: { input: piece } })),
    ...calls.map((_, offset) => stop(index + offset)),
  ];
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/RESTSelectObjectAppendix.html describes the framing. */
export function awsFrame(type: string, payload: object, messageType = "event"): Uint8Array {
  const headers = Buffer.concat([
    header(messageType === "event" ? ":event-type" : ":exception-type", type),
    header(":content-type", "application/json"),
    header(":message-type", messageType),
  ]);
  const body = Buffer.from(JSON.stringify(payload));
  const prelude = Buffer.alloc(8);
  prelude.writeUInt32BE(16 + headers.length + body.length, 0);
  prelude.writeUInt32BE(headers.length, 4);
  const start = Buffer.concat([prelude, checksum(prelude), headers, body]);
  return Buffer.concat([start, checksum(start)]);
}

function header(name: string, value: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.byteLength(value));
  return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([7]), length, Buffer.from(value)]);
}

function checksum(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));
  return sum;
}
