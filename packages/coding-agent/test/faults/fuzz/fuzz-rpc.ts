import { startCli } from "@tau/testkit";
import { withScriptedModel } from "../../e2e/scripted-model.ts";
import type { FaultReport } from "../fault-report.ts";
import type { Random } from "../random.ts";
import { randomDamage } from "./damage.ts";

/** Commands that change nothing outside the session: their damaged forms may be anything. */
const COMMANDS = [
  { id: "a", type: "prompt", message: "hi", streamingBehavior: "followUp" },
  { id: "b", type: "steer", message: "more" },
  { id: "c", type: "get_state" },
  { id: "d", type: "get_entries", since: "x" },
  { id: "e", type: "set_model", provider: "scripted", modelId: "model" },
  { id: "f", type: "set_host_tools", tools: [{ name: "t", description: "d", parameters: { type: "object" } }] },
  { id: "g", type: "set_todos", phases: [{ name: "p", tasks: [{ content: "c", status: "pending" }] }] },
  { id: "h", type: "extension_ui_response", confirmed: true },
  { id: "i", type: "permission_response", answer: "once" },
  { id: "j", type: "fork", entryId: "x" },
  { id: "k", type: "set_session_name", name: "n" },
  { id: "l", type: "compact" },
  { id: "m", type: "abort" },
];
const LINES_A_ROUND = 20;

/** Sends damaged commands. Tau must stay, answer the next whole one, and write nothing but JSON. */
export async function fuzzRpc(runs: number, random: Random): Promise<FaultReport> {
  await using setup = await withScriptedModel({ text: "ok" });
  await using rpc = startCli({ workspace: setup.workspace, args: ["--mode", "rpc"], stdin: "open" });
  const failures: string[] = [];
  for (let sent = 0, round = 0; sent < runs && failures.length === 0; sent += LINES_A_ROUND, round++) {
    const lines = Array.from({ length: LINES_A_ROUND }, () => {
      const command = COMMANDS[random.below(COMMANDS.length)];
      return randomDamage(Buffer.from(JSON.stringify(command)), random);
    });
    for (const line of lines) rpc.write(Buffer.concat([line, Buffer.from("\n")]));
    rpc.write(`\n${JSON.stringify({ id: `whole-${round}`, type: "get_state" })}\n`);
    const answer = rpc.waitForOutput(`"id":"whole-${round}"`, { timeoutMs: 60_000 });
    const problem = await answer.then(
      () => undefined,
      (error: unknown) => String(error).slice(-500),
    );
    if (problem !== undefined) failures.push(`no answer after ${describe(lines)}: ${problem}`);
  }
  rpc.endInput();
  const { stdout, stderr, exitCode } = await rpc.exited;
  const bad = stdout.split("\n").filter((line) => line !== "" && !isJson(line));
  if (bad.length > 0) failures.push(`a line of the output is not JSON: ${bad[0]?.slice(0, 300)}`);
  if (exitCode !== 0) failures.push(`ended with ${exitCode}: ${stderr.slice(-500)}`);
  if (/^\s+at |TypeError/m.test(stderr)) failures.push(`stderr has a crash: ${stderr.slice(0, 500)}`);
  return { name: "damaged RPC commands", cases: runs, failures };
}

function describe(lines: readonly Buffer[]): string {
  return lines.map((line) => JSON.stringify(line.toString("latin1").slice(0, 200))).join(" ");
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
