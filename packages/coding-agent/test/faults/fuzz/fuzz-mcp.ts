import { runCli } from "@tau/testkit";
import { withScriptedModel } from "../../e2e/scripted-model.ts";
import { findBadEnd } from "../fault-cases.ts";
import type { FaultReport } from "../fault-report.ts";
import type { Random } from "../random.ts";
import { randomDamage } from "./damage.ts";

const SERVERS_A_RUN = 8;

/**
 * Starts MCP servers whose frames are damaged, several in each run. What they say must not end the run, and servers that are whole must
 * work beside them.
 */
export async function fuzzMcp(runs: number, random: Random): Promise<FaultReport> {
  const failures: string[] = [];
  for (let done = 0; done < runs; done += SERVERS_A_RUN) failures.push(...(await runBesideDamaged(random)));
  return { name: "damaged MCP frames", cases: runs, failures };
}

async function runBesideDamaged(random: Random): Promise<string[]> {
  const call = { name: "mcp__whole__echo", arguments: { text: "heard" } };
  await using setup = await withScriptedModel([{ toolCalls: [call] }, { text: "All is well." }]);
  const { workspace } = setup;
  const script = await workspace.write("../home/server.mjs", SERVER);
  const entry = (frames: readonly (string | undefined)[]) => ({
    command: process.execPath,
    args: [script, Buffer.from(JSON.stringify(frames)).toString("base64")],
    exposure: "direct",
  });
  const names = Array.from({ length: SERVERS_A_RUN }, (_, index) => `damaged${index}`);
  const damaged = Object.fromEntries(names.map((name) => [name, entry(damagedFrames(random))]));
  const servers = { whole: entry([]), ...damaged };
  await workspace.write("../home/.tau/mcp.json", JSON.stringify({ mcpServers: servers }));
  const run = await runCli({ workspace, args: ["-p", "go"] });
  const isWhole = run.exitCode === 0 && run.stdout === "All is well.\n";
  const heard = JSON.stringify(setup.server.requests.at(-1)?.body).includes("You said: heard");
  const problems = [
    ...(isWhole ? [] : [`exit ${run.exitCode}, ${JSON.stringify(run.stdout + run.stderr).slice(0, 800)}`]),
    ...(isWhole && !heard
      ? [
          `the whole server was not heard: ${JSON.stringify(setup.server.requests.at(-1)?.body.messages).slice(-600)}, stderr ${run.stderr.slice(-600)}`,
        ]
      : []),
    ...findBadEnd({ ...run, shown: run.stdout, hung: false }),
  ];
  return problems.map((problem) => `${problem} beside ${JSON.stringify(damaged).slice(0, 300)}`);
}

const FRAMES = [
  {
    jsonrpc: "2.0",
    id: "ID",
    result: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } },
  },
  {
    jsonrpc: "2.0",
    id: "ID",
    result: { tools: [{ name: "t", description: "A tool.", inputSchema: { type: "object", properties: {} } }] },
  },
];

/** Some of the answers of a server, damaged; `undefined` for those that stay whole. */
function damagedFrames(random: Random): (string | undefined)[] {
  const which = random.below(FRAMES.length + 1);
  return FRAMES.map((frame, index) => {
    if (which !== index && which !== FRAMES.length) return undefined;
    return randomDamage(Buffer.from(JSON.stringify(frame)), random).toString("base64");
  });
}

/** A server that answers `initialize` and `tools/list` with the given bytes, once the id of the request is in them. */
const SERVER = `
import { createInterface } from "node:readline";
const frames = JSON.parse(Buffer.from(process.argv[2], "base64").toString());
const echo = { name: "echo", description: "Echo.", inputSchema: { type: "object", properties: { text: { type: "string" } } } };
const whole = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } }),
  "tools/list": () => ({ tools: [echo] }),
  "tools/call": (params) => ({ content: [{ type: "text", text: "You said: " + params.arguments.text }] }),
  ping: () => ({}),
};
createInterface(process.stdin).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const frame = frames[["initialize", "tools/list"].indexOf(method)];
  if (frame) process.stdout.write(Buffer.from(Buffer.from(frame, "base64").toString("latin1").replaceAll('"ID"', JSON.stringify(id)) + "\\n", "latin1"));
  else process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, ...(whole[method] ? { result: whole[method](params) } : { error: { code: -32601, message: "no" } }) }) + "\\n");
});
`;
