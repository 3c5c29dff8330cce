import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ModelReply, ModelScript } from "@tau/testkit";
import { createExtensionHarness, type ExtensionHarnessOptions } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest as search } from "../../tool-search/manifest.ts";
import { isKnown, RETENTION_MS } from "../job-tool.ts";
import { manifest } from "../manifest.ts";

const call = (name: string, args: object): ModelReply => ({ toolCalls: [{ name, arguments: args as never }] });
const ID = /job-[0-9a-f]{6}/;

/** The id of a job that the model was told of, for its next call. */
const idIn = (body: unknown) => ID.exec(JSON.stringify(body))?.[0] ?? "none";

/** A process that has ended may still be listed until it is reaped. */
function isRunning(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) && !/\) Z /.test(readFileSync(stat, "utf8"));
}

async function start(script: ModelScript, options: Partial<ExtensionHarnessOptions> = {}) {
  const harness = await createExtensionHarness({ extensions: [manifest], script, ...options });
  const results = () =>
    harness.session.messages.flatMap((message) =>
      message.role === "toolResult"
        ? [message.content.map((block) => ("text" in block ? block.text : "")).join("")]
        : [],
    );
  return { harness, results };
}

test("R190, R375: a job is started, waited for and reported once; bash says so in its schema", async () => {
  const { harness, results } = await start(
    ({ index, body }) => {
      if (index === 0) return call("bash", { command: "echo one; read line; echo got $line", async: true });
      if (index === 1) return call("job", { input: { id: idIn(body), text: "two" }, poll: [idIn(body)] });
      return { text: "done" };
    },
    { extensions: [manifest, search] },
  );
  await using _ = harness;
  expect(await harness.prompt("go")).toBe("done");
  const [started, polled] = results();
  expect(started).toMatch(/^Background job job-\w{6} started: echo one; read line; echo got \$line\n.*job tool/);
  expect(polled).toMatch(
    /^Written to job-\w{6}\.\n\n## Completed \(1\)\n### job-\w{6} \(.*\): completed after \d s\n\none\ngot two$/,
  );
  expect(harness.session.messages.some(({ role }) => role === "custom")).toBe(false);
  const [first, second] = harness.server.requests;
  expect(JSON.stringify(first?.body)).toContain("Run as a background job");
  expect(first?.tools.map(({ name }) => name)).not.toContain("job");
  expect(second?.tools.map(({ name }) => name)).toContain("job");
  expect(readdirSync(join(harness.workspace.tauHome, "jobs"))).toEqual([]);
  expect(harness.errors).toEqual([]);
});

test("R271: an outcome that no call has asked for is delivered as a follow-up", async () => {
  const { harness } = await start([
    call("bash", { command: "echo the outcome; exit 3", async: true }),
    { text: "started" },
    { text: "seen" },
  ]);
  await using _ = harness;
  await harness.prompt("go");
  await expect.poll(() => harness.session.getLastAssistantText()).toBe("seen");
  const message = harness.session.messages.find(({ role }) => role === "custom");
  expect(message).toMatchObject({
    content: expect.stringMatching(/job-\w{6} .* failed\.\n\nthe outcome\n\nCommand exited with code 3$/),
  });
});

test("R268, R376: polling two jobs returns when the first has ended, and lists the other; without ids it waits for any", async () => {
  const { harness, results } = await start(({ index }) => {
    if (index === 0) return call("bash", { command: "read line", async: true });
    if (index === 1) return call("bash", { command: "echo first", async: true });
    if (index === 2) return call("job", {});
    if (index === 3) return call("job", { list: true });
    if (index === 4) return call("job", { list: true, poll: [] });
    return { text: "done" };
  });
  await using _ = harness;
  await harness.prompt("go");
  const [, , polled, listed, refused] = results();
  expect(polled).toMatch(
    /^## Completed \(1\)\n.*echo first[\s\S]*## Still Running \(1\)\n- job-\w{6} \(read line\): running for \d s$/,
  );
  expect(listed).toMatch(/^- job-\w{6} \(read line\): running .*\n- job-\w{6} \(echo first\): completed/);
  expect(refused).toMatch(/list stands alone/);
});

test("R377: aborting a poll leaves the job running; R270: cancelling ends it, and says what it found", async () => {
  let id = "";
  let isCancelled = false;
  const { harness, results } = await start(({ index, body }) => {
    if (index === 0) return call("bash", { command: "echo $$; sleep 300", async: true });
    id = idIn(body);
    if (index === 1) return call("job", { poll: [id] });
    if (isCancelled) return { text: "done" };
    // Its output may take a moment.
    isCancelled = /running for \d s\\n\\n\d+/.test(JSON.stringify(body));
    return call("job", isCancelled ? { cancel: [id, "job-none"] } : { output: [id, "job-none"] });
  });
  await using _ = harness;
  const polling = harness.prompt("go");
  await expect.poll(() => harness.events.some(({ type }) => type === "tool_execution_update")).toBe(true);
  await harness.session.abort();
  await polling;
  await harness.prompt("look");
  const [output, cancelled] = results().slice(-2);
  expect(output).toMatch(/running for \d s\n\n\d+\n\nThere is no job job-none\.$/);
  expect(cancelled).toBe(`## Cancelled (2)\n- ${id}: cancelled\n- job-none: not_found`);
  const pid = Number(/\n(\d+)\n/.exec(output ?? "")?.[1]);
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test("R378: a poll tells the state of its jobs at once, and then about every 500 ms", async () => {
  const { harness } = await start(({ index, body }) => {
    if (index === 0) return call("bash", { command: "sleep 2.2", async: true });
    return index === 1 ? call("job", { poll: [idIn(body)] }) : { text: "done" };
  });
  await using _ = harness;
  const times: number[] = [];
  const states: unknown[] = [];
  harness.session.subscribe((event) => {
    if (event.type === "tool_execution_start" && event.toolName === "job") times.push(performance.now());
    if (event.type !== "tool_execution_update" || event.toolName !== "job") return;
    times.push(performance.now());
    states.push(event.partialResult);
  });
  await harness.prompt("go");
  const [first = 0, ...gaps] = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(first).toBeLessThan(400);
  // The command ends after 2.2 s at the earliest; a busy machine only makes gaps longer.
  expect(gaps.length).toBeGreaterThanOrEqual(2);
  expect(gaps.length).toBeLessThanOrEqual(6);
  // A single report may come late, and then the next one is nearer to it.
  expect(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length).toBeGreaterThan(400);
  expect(states[0]).toMatchObject({ content: [], details: { jobs: [{ status: "running", kind: "bash" }] } });
});

test("R269: list returns at once, also without jobs, and stands alone", async () => {
  const { harness, results } = await start([
    call("job", { list: true }),
    call("bash", { command: "read line", async: true }),
    call("job", { list: true }),
    call("job", { list: true, poll: [] }),
    call("job", { list: true, cancel: ["job-none"] }),
    { text: "done" },
  ]);
  await using _ = harness;
  await harness.prompt("go");
  const [none, , one, ...refused] = results();
  expect(none).toBe("There are no jobs.");
  expect(one).toMatch(/^- job-\w{6} \(read line\): running for \d s$/);
  expect(refused).toEqual(Array(2).fill("list stands alone: leave the other parameters out."));
});

test("R270: a job that has ended cannot be cancelled; one that was cancelled stays so, whatever it writes while it ends", async () => {
  let [ended, stopped] = ["", ""];
  const { harness, results } = await start(({ index, body }) => {
    if (index === 0) return call("bash", { command: "echo over", async: true });
    if (index === 1) {
      ended = idIn(body);
      return call("job", { poll: [ended] });
    }
    if (index === 2)
      return call("bash", { command: "trap 'echo late; exit 0' TERM; while :; do sleep 0.1; done", async: true });
    stopped = [...JSON.stringify(body).matchAll(/job-[0-9a-f]{6}/g)].map(([id]) => id).find((id) => id !== ended) ?? "";
    if (index === 3) return call("job", { cancel: [ended, stopped] });
    // Cancelling comes first, then the wait for the same job.
    if (index === 4) return call("job", { cancel: [stopped], poll: [stopped] });
    return { text: "done" };
  });
  await using _ = harness;
  await harness.prompt("go");
  const [cancelled, again] = results().slice(-2);
  expect(cancelled).toBe(`## Cancelled (2)\n- ${ended}: already_completed\n- ${stopped}: cancelled`);
  expect(again).toMatch(
    new RegExp(
      `^## Cancelled \\(1\\)\\n- ${stopped}: cancelled\\n\\n## Completed \\(1\\)\\n### ${stopped} .*: cancelled after`,
    ),
  );
});

test("R191: a command that takes long becomes a job, with its output so far, and goes on", async () => {
  const settings = { bash: { autoBackground: { enabled: true, thresholdMs: 1000 } } };
  const { harness, results } = await start(
    ({ index, body }) => {
      if (index === 0)
        return call("bash", { command: "echo before; while [ ! -e go ]; do sleep 0.05; done; echo after" });
      if (index === 1) return call("bash", { command: "touch go" });
      if (index === 2) return call("job", { poll: [idIn(body)] });
      return { text: "done" };
    },
    { settings },
  );
  await using _ = harness;
  await harness.prompt("go");
  const [taken, , polled] = results();
  expect(taken).toMatch(
    /^The command still runs\. It is now background job job-\w{6}: echo before;[\s\S]*\n\nOutput so far:\nbefore\n?$/,
  );
  expect(polled).toMatch(/completed after \d s\n\nbefore\nafter$/);
});

test("R190: with the setting off, async is refused; R272: so is one job too many", async () => {
  const script: ModelScript = [
    call("bash", { command: "read line", async: true }),
    call("bash", { command: "touch second", async: true }),
    { text: "done" },
  ];
  const off = await start(script, { settings: { async: { enabled: false } } });
  await using _off = off.harness;
  await off.harness.prompt("go");
  expect(off.results()[0]).toMatch(/switched off \(async\.enabled\)/);
  const one = await start(script, { settings: { async: { maxJobs: 1 } } });
  await using _one = one.harness;
  await one.harness.prompt("go");
  expect(one.results()[1]).toMatch(/^1 jobs? .*already/);
  expect(existsSync(join(one.harness.workspace.cwd, "second"))).toBe(false);
});

test("R272: a job that has ended is known for five minutes", () => {
  const state = { id: "job-1", kind: "bash", label: "make", startedAt: 0 } as const;
  expect(isKnown({ ...state, status: "running" }, RETENTION_MS * 9)).toBe(true);
  expect(isKnown({ ...state, status: "completed", endedAt: 0 }, RETENTION_MS - 1)).toBe(true);
  expect(isKnown({ ...state, status: "completed", endedAt: 0 }, RETENTION_MS)).toBe(false);
});

test("a session that ends takes its jobs along", async () => {
  const { harness } = await start([
    call("bash", { command: "echo $$ > new; mv new pid; sleep 300", async: true }),
    { text: "done" },
  ]);
  await using _ = harness;
  await harness.prompt("go");
  const pid = () => Number(readFileSync(join(harness.workspace.cwd, "pid"), "utf8"));
  await expect.poll(pid).toBeGreaterThan(0);
  await harness.restart();
  await expect.poll(() => isRunning(pid())).toBe(false);
  await expect.poll(() => readdirSync(join(harness.workspace.tauHome, "jobs"))).toEqual([]);
});
