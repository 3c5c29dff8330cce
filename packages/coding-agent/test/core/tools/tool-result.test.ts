import type { AgentTool, AgentToolResult } from "@tau/agent";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { truncateHead, truncateTail } from "../../../src/core/output/index.ts";
import { toolResult, withMetaNotice } from "../../../src/core/tools/tool-result.ts";

const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`).join("\n");

function answering(result: AgentToolResult): AgentTool {
  const parameters = Type.Object({});
  return { name: "t", label: "t", description: "", parameters, execute: async () => result };
}

test("P-TOOL-64: nothing set leaves no details, and nothing to say no meta", () => {
  expect(toolResult().text("a").done()).toEqual({ content: [{ type: "text", text: "a" }], details: undefined });
  expect(toolResult({ a: undefined }).text("a").done().details).toBeUndefined();
  const whole = truncateHead("short");
  expect(
    toolResult({ a: 1 }).text("a").truncation(whole, { direction: "head" }).diagnostics([]).done().details,
  ).toEqual({
    a: 1,
  });
});

test("P-TOOL-65, P-TOOL-66, R398: the notice is appended once, to the last text, though a tool is wrapped twice", async () => {
  const image = { type: "image" as const, data: "", mimeType: "image/png" };
  const result = toolResult()
    .content([{ type: "text", text: "a" }, { type: "text", text: "b" }, image])
    .limits({ matchLimit: 100 })
    .limits({ columnLimit: 500 })
    .done();
  const once = withMetaNotice(answering(result));
  expect(withMetaNotice(once)).toBe(once);
  expect((await once.execute("1", {})).content).toEqual([
    { type: "text", text: "a" },
    { type: "text", text: "b\n\n[100 matches limit reached. Lines are cut at 500 characters]" },
    image,
  ]);
  const wordless = withMetaNotice(answering({ ...result, content: [image] }));
  expect((await wordless.execute("1", {})).content).toEqual([
    image,
    { type: "text", text: "[100 matches limit reached. Lines are cut at 500 characters]" },
  ]);
});

test("R399: what was cut is told in the details: from which end, by which limit, of how much, and what is shown", () => {
  const { totalBytes } = truncateHead(lines);
  const head = truncateHead(lines, { maxLines: 10 });
  expect(toolResult().text("…").truncation(head, { direction: "head", firstLine: 5 }).done().details).toEqual({
    meta: {
      truncation: {
        direction: "head",
        truncatedBy: "lines",
        totalLines: 30,
        totalBytes,
        shownRange: { start: 5, end: 14 },
        maxBytes: head.maxBytes,
      },
    },
  });
  const tail = truncateTail(lines, { maxBytes: 20 });
  expect(toolResult().text("…").truncation(tail, { direction: "tail", artifactId: "4" }).done().details).toEqual({
    meta: {
      truncation: {
        direction: "tail",
        truncatedBy: "bytes",
        totalLines: 30,
        totalBytes,
        shownRange: { start: 29, end: 30 },
        maxBytes: 20,
        artifactId: "4",
      },
    },
  });
});

test("P-TOOL-67, R399: a head says where to go on, an artifact where all of it is", async () => {
  const head = toolResult()
    .text("…")
    .truncation(truncateHead(lines, { maxLines: 10 }), { direction: "head" });
  expect((await withMetaNotice(answering(head.done())).execute("1", {})).content).toEqual([
    { type: "text", text: "…\n\n[Showing lines 1-10 of 30. Use offset=11 to continue]" },
  ]);
  const cut = truncateTail(lines, { maxBytes: 20 });
  const tail = toolResult().text("…").source("path", "/x").truncation(cut, { direction: "tail", artifactId: "4" });
  expect((await withMetaNotice(answering(tail.done())).execute("1", {})).content).toEqual([
    { type: "text", text: "…\n\n[Showing lines 29-30 of 30 (20B limit). Full: artifact://4]" },
  ]);
});
