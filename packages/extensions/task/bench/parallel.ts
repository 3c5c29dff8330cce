import { setTimeout as delay } from "node:timers/promises";
import {
  builtCli,
  createWorkspace,
  type ModelReply,
  type ModelRequest,
  SCRIPTED_MODEL,
  startCliInPty,
  startModelServer,
  useScriptedModel,
} from "@tau/testkit";
import { ProcessMeter } from "../../../../bench/meter/measure-process.ts";
import { treeUsage } from "../../../../bench/meter/process-tree.ts";
import { quietUsage } from "../../../../bench/meter/quiet-usage.ts";
import { median } from "../../../../bench/report/median.ts";

/**
 * Measures 16 agents at once, each with one answer of 200 deltas at 50 a second: the processor's time and the memory beside one session
 * that gets the same answers one after the other, and what the screen of the parent costs meanwhile.
 */
const AGENTS = 16;
const DELTAS = 200;
const PER_SECOND = 50;
const ROUNDS = Number(process.env.TAU_BENCH_ROUNDS ?? 3);
const MOST = { rssMb: 12, cpuMs: 15, corePercent: 8, keyMs: 8 };

const text = Array.from({ length: DELTAS }, (_, at) => `word${at} `);
const isChild = ({ tools }: ModelRequest) => tools.some(({ name }) => name === "yield");
const tasks = Array.from({ length: AGENTS }, (_, at) => ({ id: `t${at}`, task: `Look at part ${at}.` }));

/** The agents hand over in the same answer, so that each makes one request. */
function family(): (request: ModelRequest) => ModelReply {
  let isAsked = false;
  return (request) => {
    if (isChild(request))
      return { text, pace: PER_SECOND, toolCalls: [{ name: "yield", arguments: { data: "done" } }] };
    if (isAsked) return { text: "all done" };
    isAsked = true;
    return { toolCalls: [{ name: "task", arguments: { agent: "explore", tasks } as never }] };
  };
}

/** Sends the session back to work a number of times: a run of one session that makes as many requests. */
const AGAIN = `export default function (pi) {
  let left = Number(process.env.TAU_BENCH_AGAIN ?? 0);
  pi.on("agent_before_settle", ({ entries }) => {
    if (left-- <= 0) return undefined;
    const message = { type: "custom_message", customType: "again", content: "Look at part " + left + ".", display: false };
    return { entries: [...entries, message], continue: true };
  });
}
`;

async function measured(script: () => (request: ModelRequest) => ModelReply, again: number) {
  await using workspace = await createWorkspace({ files: { "again.js": AGAIN } });
  await using server = await startModelServer({ script: script() });
  await using meter = await ProcessMeter.create();
  await useScriptedModel(workspace, server, undefined, { settings: { task: { maxConcurrency: AGENTS } } });
  const command = [process.execPath, builtCli, "-e", "./again.js", "-p", "--model", SCRIPTED_MODEL, "go"];
  const env = { ...workspace.env, TAU_BENCH_AGAIN: String(again) };
  const result = await meter.measure({ command, cwd: workspace.cwd, env, timeoutMs: 300_000 });
  if (result.exitCode !== 0) throw new Error(`It ended with ${result.exitCode}: ${result.outputTail}`);
  return { cpuMs: result.cpuMs, rssMb: result.peakRssMb ?? Number.NaN, requests: server.requests.length };
}

/** What the terminal costs while the agents work, without the work itself: the difference to the run without a screen is not taken. */
async function onScreen() {
  await using workspace = await createWorkspace();
  await using server = await startModelServer({ script: family() });
  await useScriptedModel(workspace, server, undefined, { settings: { task: { maxConcurrency: AGENTS } } });
  await using screen = startCliInPty({ workspace, args: ["--model", SCRIPTED_MODEL], columns: 120, rows: 40 });
  await screen.waitForText("─".repeat(40), 30_000);
  await quietUsage(screen.pid, workspace.home);
  screen.send("go");
  await screen.waitForText("go");
  screen.press("enter");
  await server.waitForRequest(() => server.requests.filter(isChild).length === AGENTS, 60_000);
  // The sessions are open now; what follows is the stream of their answers.
  await delay(300);
  const before = treeUsage(screen.pid, workspace.home).cpuMs;
  const start = performance.now();
  const delays: number[] = [];
  for (let typed = 1; typed <= 12; typed++) {
    await delay(150);
    const pressed = performance.now();
    screen.send("x");
    await screen.waitForText("x".repeat(typed));
    delays.push(performance.now() - pressed);
  }
  const cpuMs = treeUsage(screen.pid, workspace.home).cpuMs - before;
  return { corePercent: (cpuMs / (performance.now() - start)) * 100, keyMs: median(delays) };
}

const more: { cpuMs: number; rssMb: number }[] = [];
const screens: { corePercent: number; keyMs: number }[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const sequence = await measured(() => () => ({ text, pace: PER_SECOND }), AGENTS - 1);
  const parallel = await measured(family, 0);
  process.stdout.write(
    `  round ${round + 1}: one session ${sequence.cpuMs.toFixed(0)} ms ${sequence.rssMb.toFixed(1)} MB (${sequence.requests} requests), agents ${parallel.cpuMs.toFixed(0)} ms ${parallel.rssMb.toFixed(1)} MB (${parallel.requests} requests)\n`,
  );
  more.push({ cpuMs: parallel.cpuMs - sequence.cpuMs, rssMb: parallel.rssMb - sequence.rssMb });
  screens.push(await onScreen());
}
const figures = {
  cpuMs: median(more.map(({ cpuMs }) => cpuMs)),
  rssMb: median(more.map(({ rssMb }) => rssMb)),
  corePercent: median(screens.map(({ corePercent }) => corePercent)),
  keyMs: median(screens.map(({ keyMs }) => keyMs)),
};
process.stdout.write(
  [
    `  ${AGENTS} agents at once, ${DELTAS} deltas each at ${PER_SECOND}/s, above one session in sequence:`,
    `    CPU ${figures.cpuMs.toFixed(0)} ms (at most ${MOST.cpuMs}), memory ${figures.rssMb.toFixed(1)} MB (at most ${MOST.rssMb})`,
    `    on the screen: ${figures.corePercent.toFixed(1)} % of a core (at most ${MOST.corePercent}), a key shows after ${figures.keyMs.toFixed(1)} ms (at most ${MOST.keyMs})\n`,
  ].join("\n"),
);
if (Object.entries(MOST).some(([name, most]) => figures[name as keyof typeof figures] > most)) process.exitCode = 1;
