import { fileSource, memorySource } from "./byte-source.ts";
import type { ConverterMessage, ConverterRequest } from "./converter-protocol.ts";
import type { Format } from "./format.ts";
import { watchMemory } from "./watch-memory.ts";

/** Serves one request on stdin and stdout with these formats. */
export async function serveConversion(formats: Readonly<Record<string, Format>>): Promise<void> {
  try {
    const { request, bytes } = await readRequest();
    const { name, member, lastLine, file } = request;
    await using opened = file === undefined ? undefined : await fileSource(file);
    const source = opened ?? memorySource(bytes);
    watchMemory(source.size);
    const report = (text: string) => void say({ type: "progress", text });
    const result = await formats[request.format]?.({ name, source, member, lastLine, report });
    if (!result) return await say({ type: "other-format" });
    const { content, ...rest } = result;
    const { bytes: inner, ...about } = content ?? {};
    await say({ type: "result", result: { ...rest, ...(content && { content: { name: content.name, ...about } }) } });
    if (inner) await write(inner);
  } catch (error) {
    await say({ type: "error", text: error instanceof Error ? error.message : String(error) });
  } finally {
    // Streams that a format has left unread would keep the process alive.
    process.exit(0);
  }
}

async function readRequest(): Promise<{ request: ConverterRequest; bytes: Buffer }> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const input = Buffer.concat(chunks);
  const end = input.indexOf(10);
  return { request: JSON.parse(input.subarray(0, end).toString()) as ConverterRequest, bytes: input.subarray(end + 1) };
}

async function say(message: ConverterMessage): Promise<void> {
  await write(`${JSON.stringify(message)}\n`);
}

async function write(data: string | Uint8Array): Promise<void> {
  await new Promise<void>((resolve) => process.stdout.write(data, () => resolve()));
}
