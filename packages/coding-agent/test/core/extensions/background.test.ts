import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ModelScript } from "@tau/testkit";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import type { BackgroundRequest, ExtensionAPI } from "../../../src/index.ts";

async function withBackground(script: ModelScript, mode: "print" | "tui" = "print") {
  let api: ExtensionAPI | undefined;
  const extension = (pi: ExtensionAPI) => {
    api = pi;
  };
  const harness = await createExtensionHarness({ extensions: [extension], script, mode });
  const pi = () => {
    if (!api) throw new Error("not loaded");
    return api;
  };
  return { harness, pi };
}

/** Work that ends when the test says so. */
function controlled(request: Partial<BackgroundRequest> = {}) {
  const outcome = Promise.withResolvers<string>();
  const signals: AbortSignal[] = [];
  const work: BackgroundRequest = {
    label: "the tests",
    ...request,
    run: async ({ signal, progress }) => {
      signals.push(signal);
      progress("half way");
      return await outcome.promise;
    },
  };
  return { work, signals, ...outcome };
}

test("work that ends while nothing runs starts a run with its outcome; what ends together comes together", async () => {
  const { harness, pi } = await withBackground([{ text: "started" }, { text: "both seen" }]);
  await using _ = harness;
  await harness.prompt("start them");
  const [first, second] = [controlled(), controlled({ kind: "bash", label: "make" })];
  const job = pi().background.start(first.work);
  const other = pi().background.start(second.work);
  expect(job.state).toMatchObject({ status: "running", kind: "work", label: "the tests", progress: "half way" });
  first.resolve("all pass");
  second.reject(new Error("exit code 2"));
  expect(await job.done).toMatchObject({ status: "completed" });
  await expect.poll(() => harness.session.getLastAssistantText()).toBe("both seen");
  await harness.session.waitForIdle();
  const [message] = harness.session.messages.filter(({ role }) => role === "custom");
  expect(message).toMatchObject({ customType: "background", display: true });
  expect(message).toMatchObject({
    content: `Background work ${job.id} (the tests) is done.\n\nall pass\n\nBackground work ${other.id} (make) failed.\n\nexit code 2`,
  });
  expect(harness.server.requests).toHaveLength(2);
});

test("within a run the outcome is a follow-up of it; a long one is shortened and kept whole", async () => {
  const { harness, pi } = await withBackground(async ({ index }) => {
    if (index === 0) work.resolve("x".repeat(50_000));
    return { text: index === 0 ? "first" : "then" };
  });
  await using _ = harness;
  const work = controlled();
  const job = pi().background.start(work.work);
  await harness.prompt("go");
  await expect.poll(() => harness.session.getLastAssistantText()).toBe("then");
  await harness.session.waitForIdle();
  const [message] = harness.session.messages.filter(({ role }) => role === "custom");
  const text = message && "content" in message ? String(message.content) : "";
  expect(text).toMatch(
    /^Background work \S+ \(the tests\) is done\.\n\n\[34000 characters before this are left out\. All of it: artifact:\/\/0\.\]\nx+$/,
  );
  expect(text.length).toBeLessThan(16_500);
  const folder = harness.session.sessionFile?.replace(/\.jsonl$/, "") ?? "";
  expect(readFileSync(join(folder, "0.background.log"), "utf8")).toHaveLength(50_000);
  expect(job.output).toHaveLength(50_000);
});

test("whoever waits gets the outcome instead; a wait ends with its time or its signal, and the work goes on", async () => {
  const { harness, pi } = await withBackground({ text: "never asked" });
  await using _ = harness;
  const { background } = pi();
  const [first, second] = [controlled(), controlled()];
  const [one, two] = [background.start(first.work), background.start(second.work)];
  expect(await background.wait(undefined, { timeoutMs: 1 })).toMatchObject([
    { status: "running" },
    { status: "running" },
  ]);
  expect(await background.wait([one.id], { signal: AbortSignal.abort() })).toMatchObject([{ status: "running" }]);
  const waiting = background.wait();
  first.resolve("done");
  expect(await waiting).toMatchObject([
    { id: one.id, status: "completed" },
    { id: two.id, status: "running" },
  ]);
  two.cancel();
  expect(second.signals[0]?.aborted).toBe(true);
  second.resolve("too late");
  expect(await two.done).toMatchObject({ status: "cancelled" });
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  expect([harness.session.isIdle, harness.server.requests.length]).toEqual([true, 0]);
  expect(background.records()).toMatchObject([
    { id: one.id, status: "completed" },
    { id: two.id, status: "cancelled" },
  ]);
});

test("what runs at the end of the session is cancelled and known to the next one, which can take it up by its id", async () => {
  const { harness, pi } = await withBackground([{ text: "hello" }, { text: "seen" }]);
  await using _ = harness;
  await harness.prompt("hello");
  const work = controlled({ data: { pid: 42 } });
  const { id } = pi().background.start(work.work);
  work.signals[0]?.addEventListener("abort", () => work.resolve("stopped"));
  await harness.restart();
  expect(work.signals[0]?.aborted).toBe(true);
  expect(pi().background.records()).toEqual([
    { id, kind: "work", label: "the tests", status: "cancelled", data: { pid: 42 } },
  ]);
  const again = controlled();
  expect(pi().background.start({ ...again.work, id }).id).toBe(id);
  expect(() => pi().background.start({ ...again.work, id })).toThrow(/runs already/);
  again.resolve("attached");
  await expect.poll(() => harness.session.getLastAssistantText()).toBe("seen");
});

test("after a compaction the model is told what still runs; the screen does not show it", async () => {
  const { harness, pi } = await withBackground({ text: "An answer." }, "tui");
  await using _ = harness;
  for (const text of ["one", "two", "three"]) await harness.prompt(`${text} ${"word ".repeat(20_000)}`);
  const work = controlled({ label: "long work", deliver: false });
  const { id } = pi().background.start(work.work);
  await harness.session.compact();
  expect(harness.session.messages.at(-1)).toMatchObject({
    customType: "background",
    display: false,
    content: `Background work that still runs:\n- ${id}: long work`,
  });
  await harness.prompt("go on");
  expect(JSON.stringify(harness.server.requests.at(-1)?.body)).toContain(`- ${id}: long work`);
  expect(harness.terminal.window.text()).not.toContain("still runs");
  work.resolve("");
});

test("work that was cancelled and ends only after its session leaves no error behind", async () => {
  const { harness, pi } = await withBackground([{ text: "started" }]);
  const work = controlled();
  {
    await using _ = harness;
    await harness.prompt("go");
    pi().background.start(work.work).cancel();
  }
  work.resolve("too late");
  await new Promise((resolve) => setImmediate(resolve));
  expect(work.signals.map(({ aborted }) => aborted)).toEqual([true]);
});
