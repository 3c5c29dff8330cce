import { SessionLog } from "@tau/agent";
import { sessionPermission } from "../../packages/coding-agent/src/core/permission/session-permission.ts";
import { localProcesses } from "../../packages/coding-agent/src/core/process/index.ts";
import { runSandboxed } from "../../packages/coding-agent/src/core/sandbox/run-sandboxed.ts";
import { sandboxState } from "../../packages/coding-agent/src/core/sandbox/session-sandbox.ts";
import { SettingsStore } from "../../packages/coding-agent/src/core/settings/index.ts";
import { BenchError } from "../bench-error.ts";
import { median } from "../report/median.ts";
import type { Scenario } from "./scenario.ts";

const PAIRS = 100;
const DECISIONS = 500;

/** The time that the sandbox adds to one command: pairs of a plain and a sandboxed command, in alternating order. */
export const sandbox: Scenario = {
  name: "sandbox",
  group: "sandbox",
  runs: 2,
  goals: { sandboxMs: { atMost: 12 }, decisionMs: { atMost: 1 } },
  supports: ({ name }) => name === "tau",
  measure: async ({ workspace }) => {
    const settings = SettingsStore.inMemory();
    const sources = { settings, agentDir: workspace.tauHome, roots: [workspace.cwd], processes: localProcesses };
    const { kind, text } = await sandboxState(sources);
    if (kind !== "bubblewrap") throw new BenchError("run-failed", `There is no sandbox to measure. ${text}`);
    await workspace.write(".git/HEAD", "ref: refs/heads/main\n");
    const request = {
      ...{ file: "/bin/sh", args: ["-c", "true"], cwd: workspace.cwd, env: workspace.env, purpose: "model" as const },
      onData: () => undefined,
    };
    const confined = () =>
      runSandboxed(request, { ...sources, isGranted: async () => false, askForRights: async () => false });
    const plain = () => localProcesses.run(request);
    await confined();
    const more: number[] = [];
    for (let pair = 0; pair < PAIRS; pair++) more.push(-(await timeOf(plain)) + (await timeOf(confined)));
    return { sandboxMs: median(more), decisionMs: await decisionTime(workspace.cwd, workspace.tauHome) };
  },
};

/** Resolves to the time that the policy needs to decide on a plain command, after its parser is loaded. */
async function decisionTime(cwd: string, agentDir: string): Promise<number> {
  const permissions = { allow: ["Bash(npm run:*)", "Edit(src/**)"], deny: ["Bash(rm:*)"] };
  const settings = SettingsStore.inMemory({ permissionMode: "ask", permissions });
  const { policy } = sessionPermission({ settings, cwd, agentDir, log: SessionLog.inMemory(cwd) });
  const decide = async () =>
    await policy.decide({ tool: "bash", effect: "execute", command: "npm test", paths: [cwd] });
  await decide();
  const times: number[] = [];
  for (let count = 0; count < DECISIONS; count++) times.push(await timeOf(decide));
  return median(times);
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await run();
  return performance.now() - begun;
}
