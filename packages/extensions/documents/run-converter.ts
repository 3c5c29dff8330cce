import type { ExtensionAPI, ReaderCall, ReaderResult } from "@tau/coding-agent";
import type { ConverterMessage, ConverterRequest } from "./converter-protocol.ts";

export interface Conversion {
  readonly format: string;
  readonly name: string;
  readonly call: ReaderCall;
  readonly member?: string | undefined;
  readonly file?: string;
  readonly bytes?: Uint8Array;
}

/** The JavaScript heap of the converter. Buffers come on top: formats limit them by what they read at a time. */
const HEAP_MB = 96;
const FIRST_REPORT_MS = 1000;
/** More lines than any call shows. */
const MAX_LINES = 1_000_000;

/**
 * Converts a file in a process of its own: a large or malicious file can neither block the screen nor use up the memory, and ending the
 * process stops it at once, also within a database query. Resolves to `undefined` if the content is not of that format.
 */
export async function runConverter(pi: ExtensionAPI, conversion: Conversion): Promise<ReaderResult | undefined> {
  const { format, name, member, file, bytes, call } = conversion;
  const program = await pi.assets.locate(format === "pdf" ? "pdf-converter.ts" : "converter.ts");
  const flags = ["--disable-warning=ExperimentalWarning", `--max-old-space-size=${HEAP_MB}`];
  const running = await pi.processes.start(process.execPath, [...flags, program], {
    signal: call.signal,
    env: { NODE_OPTIONS: undefined },
  });
  const request: ConverterRequest = {
    format,
    name,
    lastLine: Math.min(call.lastLine, MAX_LINES),
    byteLength: bytes?.length ?? 0,
    ...(file !== undefined && { file }),
    ...(member !== undefined && { member }),
  };
  // A converter that ends early closes its input.
  running.stdin.on("error", () => undefined);
  running.stdin.write(`${JSON.stringify(request)}\n`);
  running.stdin.end(bytes);
  const waiting = setTimeout(() => call.report(`Reading ${name}…`), FIRST_REPORT_MS);
  const output = await collect(running.stdout, call.report).finally(() => clearTimeout(waiting));
  const { exitCode, ended } = await running.exited;
  if (output) return finished(output, name);
  call.signal.throwIfAborted();
  throw new Error(
    OUT_OF_MEMORY.has(exitCode ?? 0) || ended !== "exit" ? TOO_LARGE : `the converter ended with ${exitCode}`,
  );
}

/** Ended by Node, because the heap is full, and by the watch over all other memory. */
const OUT_OF_MEMORY: ReadonlySet<number> = new Set([134, 137]);
const TOO_LARGE = "it needs more memory than a reader may use. Use bash with a program for this format";

interface Output {
  readonly message: Exclude<ConverterMessage, { type: "progress" }>;
  readonly bytes: Buffer;
}

function finished({ message, bytes }: Output, name: string): ReaderResult | undefined {
  if (message.type === "error") throw new Error(message.text);
  if (message.type === "other-format") return undefined;
  const { content, notes, ...rest } = message.result;
  const result = { ...rest, ...(notes && { notes: notes.map((note) => forUrl(note, name)) }) };
  return content ? { ...result, content: { ...content, bytes } } : result;
}

/** Changes the end of a note that names a part by its path: behind a URL, only `:raw` and lines can be named. */
function forUrl(note: string, name: string): string {
  const at = /^https?:/i.test(name) ? note.indexOf(`${name}:`) : -1;
  if (at < 0 || note.startsWith(`${name}:raw`, at)) return note;
  const sentence = note.lastIndexOf(". ", at);
  const kept = sentence < 0 ? "" : note.slice(0, sentence + 2);
  return `${kept}To read a part of it, download it with bash (curl -o) and read the file`;
}

/** Reads lines of JSON; the last one is followed by the bytes of the content, if there is one. */
async function collect(stdout: AsyncIterable<unknown>, report: (progress: string) => void) {
  let rest = Buffer.alloc(0);
  const tail: Buffer[] = [];
  let message: Output["message"] | undefined;
  for await (const chunk of stdout) {
    if (message) {
      tail.push(Buffer.from(chunk as Uint8Array));
      continue;
    }
    rest = Buffer.concat([rest, Buffer.from(chunk as Uint8Array)]);
    for (let end = rest.indexOf(10); end >= 0 && !message; end = rest.indexOf(10)) {
      const said = JSON.parse(rest.subarray(0, end).toString()) as ConverterMessage;
      rest = rest.subarray(end + 1);
      if (said.type === "progress") report(said.text);
      else message = said;
    }
    if (message) tail.push(rest);
  }
  return message && { message, bytes: Buffer.concat(tail) };
}
