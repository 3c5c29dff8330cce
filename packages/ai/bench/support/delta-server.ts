/**
 * Answers in a process of its own, so that its work is not counted: POST /<kind>/<characters>/chat/completions streams that
 * much text or tool arguments in deltas of 20 characters, each written by itself. Prints its port.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const DELTA = 20;

const server = createServer((request, response) => {
  const [, kind = "text", characters = "0"] = request.url?.split("/") ?? [];
  request.resume();
  response.writeHead(200, { "content-type": "text/event-stream" });
  void send(frames(kind, Number(characters)));
  async function send(pieces: readonly Buffer[]): Promise<void> {
    for (const piece of pieces) {
      if (!response.write(piece)) await new Promise((resolve) => response.once("drain", resolve));
    }
    response.end();
  }
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
process.on("disconnect", () => process.exit());

const known = new Map<string, Buffer[]>();

function frames(kind: string, characters: number): readonly Buffer[] {
  const key = `${kind}/${characters}`;
  const made = known.get(key) ?? make(kind, characters);
  known.set(key, made);
  return made;
}

function make(kind: string, characters: number): Buffer[] {
  const content = kind === "text" ? prose(characters) : args(characters);
  const pieces: Buffer[] = [];
  for (let start = 0; start < content.length; start += DELTA) {
    const piece = content.slice(start, start + DELTA);
    const delta = kind === "text" ? { content: piece } : callDelta(piece, start === 0);
    pieces.push(event({ id: "x", model: "bench", choices: [{ index: 0, delta, finish_reason: null }] }));
  }
  return [
    ...pieces,
    event({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }),
    Buffer.from("data: [DONE]\n\n"),
  ];
}

function callDelta(piece: string, isFirst: boolean): object {
  const head = isFirst
    ? { id: "c", function: { name: "write", arguments: piece } }
    : { function: { arguments: piece } };
  return { tool_calls: [{ index: 0, ...head }] };
}

function prose(characters: number): string {
  return "The quick brown fox. ".repeat(Math.ceil(characters / 21)).slice(0, characters);
}

function args(characters: number): string {
  return JSON.stringify({ path: "a.ts", content: 'const a = "b";\n'.repeat(Math.floor(characters / 18)) });
}

function event(data: object): Buffer {
  return Buffer.from(`data: ${JSON.stringify(data)}\n\n`);
}
