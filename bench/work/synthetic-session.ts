import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";

export interface SyntheticSession {
  readonly file: string;
  readonly cwd: string;
  readonly megabytes: number;
  /** Adds a compaction near the end that hides all but the last turns, to measure loading without sending. */
  readonly isCompacted: boolean;
}

/** Writes a session log of format 3 like that of months of work: prompts, tool calls, their output, answers. */
export async function writeSyntheticSession({ file, cwd, megabytes, isCompacted }: SyntheticSession): Promise<void> {
  const stream = createWriteStream(file, { highWaterMark: 1 << 20 });
  const write = async (line: string): Promise<void> => {
    if (!stream.write(line)) await once(stream, "drain");
  };
  const log = new EntryWriter(cwd);
  let size = 0;
  for (const line of log.header()) await write(line);
  while (size < megabytes * 1_048_576) {
    for (const line of log.run()) {
      size += line.length;
      await write(line);
    }
  }
  if (isCompacted) for (const line of log.compaction()) await write(line);
  stream.end();
  await finished(stream);
}

const STEPS_PER_RUN = 6;
const OUTPUT = "line of tool output 0123456789 abcdefghij\n".repeat(200);
const START = Date.UTC(2026, 0, 1);

class EntryWriter {
  private readonly cwd: string;
  private count = 0;
  private parent: string | null = null;
  private readonly recent: string[] = [];

  constructor(cwd: string) {
    this.cwd = cwd;
  }

  *header(): Generator<string> {
    const id = "11111111-1111-4111-8111-111111111111";
    yield `${JSON.stringify({ type: "session", version: 3, id, timestamp: this.time, cwd: this.cwd })}\n`;
  }

  *run(): Generator<string> {
    yield this.message({ role: "user", content: [text(`please look at file ${this.count}`)] });
    for (let step = 0; step < STEPS_PER_RUN; step++) {
      const id = `call_${this.count}`;
      const call = { type: "toolCall", id, name: "bash", arguments: { command: `cat file${this.count}` } };
      yield this.answer([text("Let me look at that."), call], "toolUse");
      const result = { role: "toolResult", toolCallId: id, toolName: "bash", isError: false };
      yield this.message({ ...result, content: [text(OUTPUT)] });
    }
    yield this.answer([text(`Done with it. ${"It is fine. ".repeat(10)}`)], "stop");
  }

  *compaction(): Generator<string> {
    // Keeps the last run, which begins with a prompt, where a cut is allowed.
    const firstKeptEntryId = this.recent.at(-(STEPS_PER_RUN * 2 + 2));
    yield this.entry({ type: "compaction", summary: "Earlier work.", firstKeptEntryId, tokensBefore: 100_000 });
    yield this.message({ role: "user", content: [text("carry on")] });
    yield this.answer([text("Fine.")], "stop");
  }

  private answer(content: readonly unknown[], stopReason: string): string {
    const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
    const usage = { input: 100, output: 10, cacheRead: 0, cacheWrite: 0, totalTokens: 110, cost };
    const source = { api: "openai-completions", provider: "scripted", model: "scripted" };
    return this.message({ role: "assistant", content, ...source, usage, stopReason });
  }

  private message(message: Readonly<Record<string, unknown>>): string {
    return this.entry({ type: "message", message: { ...message, timestamp: START + this.count * 1000 } });
  }

  private entry(fields: Readonly<Record<string, unknown>>): string {
    const id = (0x1000_0000 + this.count).toString(16);
    const { type, ...rest } = fields;
    const line = `${JSON.stringify({ type, id, parentId: this.parent, timestamp: this.time, ...rest })}\n`;
    this.count++;
    this.parent = id;
    this.recent.push(id);
    if (this.recent.length > 100) this.recent.splice(0, 50);
    return line;
  }

  private get time(): string {
    return new Date(START + this.count * 1000).toISOString();
  }
}

function text(content: string): Readonly<Record<string, unknown>> {
  return { type: "text", text: content };
}
