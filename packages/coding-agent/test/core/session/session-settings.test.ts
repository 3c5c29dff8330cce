import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type FauxResponseStep, fauxAssistantMessage, fauxToolCall } from "@tau/ai";
import { expect, test } from "vitest";
import { readImageSize } from "../../../src/core/images/image-size.ts";
import { blankPicture } from "../images/make-image.ts";
import { sessionFor } from "./session-for.ts";

const said = (text: string) => fauxAssistantMessage(text);

test.each([
  ["below what is used", 30, ["threshold"]],
  ["above it", 90, []],
])("compaction.thresholdPercent %s", async (_name, thresholdPercent, reasons) => {
  const compaction = { keepRecentTokens: 1, reserveTokens: 100, thresholdPercent };
  const answers = [said("one"), said("two"), said("a summary"), said("a summary")];
  await using setup = await sessionFor(answers, { settings: { compaction }, contextWindow: 8000 });
  await setup.session.prompt("first");
  // Around 60% of the window.
  await setup.session.prompt("many words ".repeat(1500));
  const begun = setup.events.flatMap((event) => (event.type === "compaction_start" ? [event.reason] : []));
  expect(begun).toEqual(reasons);
});

test.each([
  ["a little", 100, true],
  ["most of the window", 7000, false],
])("branchSummary.reserveTokens: with %s kept free", async (_name, reserveTokens, isWhole) => {
  let asked = "";
  const summarize: FauxResponseStep = (context) => {
    asked = JSON.stringify(context.messages);
    return said("a summary");
  };
  await using setup = await sessionFor([said("one"), said("two"), said("three"), summarize], {
    settings: { branchSummary: { reserveTokens } },
    contextWindow: 8000,
  });
  const { session } = setup;
  await session.prompt("root");
  await session.prompt(`the beginning ${"many words ".repeat(800)}`);
  await session.prompt("the end");
  const [root] = session.log.getEntries().filter(({ type }) => type === "message");
  await session.branches.navigate(root?.id ?? "", { summarize: true });
  expect([asked.includes("the beginning"), asked.includes("the end")]).toEqual([isWhole, true]);
});

test("websocketConnectTimeoutMs goes with every request", async () => {
  const seen: unknown[] = [];
  const look: FauxResponseStep = (_context, options) => {
    seen.push(options?.websocketConnectTimeoutMs);
    return said("ok");
  };
  await using setup = await sessionFor([look, look]);
  await setup.session.prompt("one");
  setup.services.settings.applyOverrides({ websocketConnectTimeoutMs: 1234 });
  await setup.session.prompt("two");
  expect(seen).toEqual([15_000, 1234]);
});

test("a changed setting reaches the open session, however it is changed, and the next one", async () => {
  await using setup = await sessionFor([]);
  const { settings } = setup.services;
  const modes = () => {
    const { steeringMode, followUpMode, interruptMode, transport, thinkingBudgets } = setup.session.agent;
    return { steeringMode, followUpMode, interruptMode, transport, thinkingBudgets };
  };
  const initial = {
    steeringMode: "one-at-a-time",
    followUpMode: "one-at-a-time",
    interruptMode: "wait",
    transport: "auto",
    thinkingBudgets: {},
  };
  expect(modes()).toEqual(initial);
  settings.set("steeringMode", "all");
  settings.set("transport", "sse");
  settings.applyOverrides({ followUpMode: "all", interruptMode: "immediate", thinkingBudgets: { low: 7 } });
  const changed = {
    steeringMode: "all",
    followUpMode: "all",
    interruptMode: "immediate",
    transport: "sse",
    thinkingBudgets: { low: 7 },
  };
  expect(modes()).toEqual(changed);
  const { session: first } = setup;
  await setup.runtime.newSession();
  expect(modes()).toEqual(changed);
  settings.set("transport", "auto");
  expect([setup.session.agent.transport, first.agent.transport]).toEqual(["auto", "sse"]);
});

test("images.autoResize holds from the next prompt and the next read on", async () => {
  const widths: (number | undefined)[][] = [];
  const look: FauxResponseStep = ({ messages }) => {
    const images = JSON.stringify(messages).matchAll(/"data":"([^"]+)"/g);
    const sizes = Array.from(images, ([, data = ""]) => readImageSize(Buffer.from(data, "base64"), "image/png")?.width);
    widths.push(sizes.slice(-2));
    return said("seen");
  };
  const read = () => fauxAssistantMessage([fauxToolCall("read", { path: "wide.png" })], { stopReason: "toolUse" });
  await using setup = await sessionFor([read(), look, read(), look]);
  const image = blankPicture(2400, 30);
  writeFileSync(join(setup.cwd, "wide.png"), image);
  const images = [{ type: "image" as const, data: Buffer.from(image).toString("base64"), mimeType: "image/png" }];
  await setup.session.prompt("one", { images });
  setup.services.settings.set("images.autoResize", false);
  await setup.session.prompt("two", { images });
  expect(widths).toEqual([
    [2000, 2000],
    [2400, 2400],
  ]);
});

test("a changed shell, prefix and time limit hold from the next command on, for the model and for the user", async () => {
  const call = (command: string) =>
    fauxAssistantMessage([fauxToolCall("bash", { command })], { stopReason: "toolUse" });
  await using setup = await sessionFor([call("echo 1 $MARK"), said("a"), call("sleep 60"), said("b")]);
  const { session, services } = setup;
  services.settings.set("shellCommandPrefix", "MARK=prefixed");
  await session.prompt("one");
  services.settings.set("shellTimeoutSeconds", 0.2);
  await session.prompt("two");
  const results = session.messages.filter(({ role }) => role === "toolResult").map((each) => JSON.stringify(each));
  expect(results[0]).toContain("1 prefixed");
  expect(results[1]).toMatch(/timed out/i);
  services.settings.set("shellPath", "/nowhere/shell");
  await expect(session.bash.execute("echo $MARK")).rejects.toThrow("/nowhere/shell");
});
