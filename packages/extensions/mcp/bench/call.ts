import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { manifest } from "../manifest.ts";
import { serverFile, stdioServer } from "../test/server-file.ts";

const PAIRS = 100;
const MOST_MS = 2;

/** Measures Tau's overhead per tool call: alternates between a call by the client library alone and a call by the session's tool. */
await using harness = await createExtensionHarness({
  extensions: [manifest],
  files: serverFile({ one: "plain" }),
  script: () => ({ text: "Done." }),
});
await harness.prompt("Start");
const tool = harness.session.agent.state.tools.find(({ name }) => name === "mcp__one__echo");
if (!tool) throw new Error("The tool of the server is not there.");

const client = new Client({ name: "bench", version: "1" });
await client.connect(new StdioClientTransport(stdioServer("plain")));

const raw = () => client.callTool({ name: "echo", arguments: { text: "x" } });
const ours = () => tool.execute("bench", { text: "x" }, new AbortController().signal);
await raw();
await ours();
const more: number[] = [];
for (let pair = 0; pair < PAIRS; pair++) more.push(-(await timeOf(raw)) + (await timeOf(ours)));
await client.close();

const median = more.toSorted((a, b) => a - b)[PAIRS / 2] ?? 0;
process.stdout.write(`  a call costs ${median.toFixed(2)} ms more than by the client alone (at most ${MOST_MS} ms)\n`);
if (median > MOST_MS) process.exitCode = 1;

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await run();
  return performance.now() - begun;
}
