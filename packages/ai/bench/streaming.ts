/**
 * CPU of decoding answers from a loopback socket through the whole `stream()` path: text and tool arguments of one and two
 * megabytes in 20-character deltas, nobody reading the snapshots and someone reading each, and 20,000 text deltas.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { fileURLToPath } from "node:url";
import { type Model, streamSimple } from "../src/index.ts";
import { median, printFigures } from "./support/figures.ts";

const MEGABYTE = 1_000_000;
const DELTAS = 20_000;
const DELTA = 20;
const ROUNDS = 7;

const server = fork(fileURLToPath(new URL("support/delta-server.ts", import.meta.url)), { silent: true });
const [port] = (await once(server.stdout ?? server, "data")) as [Buffer];
const origin = `http://127.0.0.1:${String(port).trim()}`;

const works = {
  text1: () => stream(`text/${MEGABYTE}`),
  text2: () => stream(`text/${2 * MEGABYTE}`),
  args1: () => stream(`arguments/${MEGABYTE}`),
  args2: () => stream(`arguments/${2 * MEGABYTE}`),
  read1: () => stream(`arguments/${MEGABYTE}`, "read"),
  read2: () => stream(`arguments/${2 * MEGABYTE}`, "read"),
  deltas: () => stream(`text/${DELTAS * DELTA}`),
  bare: () => readSocket(`text/${DELTAS * DELTA}`),
};
const cpu = await measure(works);
server.disconnect();

printFigures([
  { name: "text, 1 MB", value: cpu.text1, unit: "ms" },
  { name: "text, 2 MB", value: cpu.text2, unit: "ms" },
  { name: "arguments, 1 MB", value: cpu.args1, unit: "ms" },
  { name: "arguments, 2 MB", value: cpu.args2, unit: "ms" },
  { name: "arguments to text, 1 MB", value: cpu.args1 / cpu.text1, unit: "x", atMost: 4 },
  { name: "arguments, 2 MB to 1 MB", value: cpu.args2 / cpu.args1, unit: "x", atMost: 2.2 },
  { name: "the same, snapshot read at each delta, to text", value: cpu.read1 / cpu.text1, unit: "x", atMost: 4 },
  { name: "the same, snapshot read, 2 MB to 1 MB", value: cpu.read2 / cpu.read1, unit: "x", atMost: 2.2 },
  {
    name: "a text delta, above reading the socket",
    value: ((cpu.deltas - cpu.bare) * 1000) / DELTAS,
    unit: "us",
    atMost: 8,
  },
]);

/** Rounds are interleaved, so that a busy moment hits all alike; the first warms up and does not count. */
async function measure<TName extends string>(
  named: Record<TName, () => Promise<void>>,
): Promise<Record<TName, number>> {
  const times = new Map<string, number[]>();
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, work] of Object.entries(named) as [TName, () => Promise<void>][]) {
      globalThis.gc?.();
      const before = process.cpuUsage();
      await work();
      const { user, system } = process.cpuUsage(before);
      if (round > 0) times.set(name, [...(times.get(name) ?? []), (user + system) / 1000]);
    }
  }
  return Object.fromEntries([...times].map(([name, values]) => [name, median(values)])) as Record<TName, number>;
}

async function stream(path: string, look?: "read"): Promise<void> {
  const model: Model<"openai-completions"> = {
    id: "bench",
    name: "bench",
    api: "openai-completions",
    provider: "bench",
    baseUrl: `${origin}/${path}`,
    reasoning: false,
    input: ["text"],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 0,
    maxTokens: 0,
  };
  const answer = streamSimple(model, { messages: [] });
  for await (const event of answer) {
    if (look && event.type === "toolcall_delta") {
      const call = event.partial.content[event.contentIndex];
      if (call?.type === "toolCall" && typeof call.arguments !== "object") throw new Error("no snapshot");
    }
  }
  const { stopReason, errorMessage } = await answer.result();
  if (stopReason === "error") throw new Error(errorMessage);
}

/** What nobody can do without: the bytes, by Node's own client. */
function readSocket(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(`${origin}/${path}`, { method: "POST" }, (response) => {
      response.on("data", () => undefined);
      response.once("end", resolve);
    });
    asked.once("error", reject);
    asked.end("{}");
  });
}
