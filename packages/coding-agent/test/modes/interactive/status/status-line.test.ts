import { stripTerminalSequences, visibleWidth } from "@tau/tui";
import fc from "fast-check";
import { expect, test } from "vitest";
import { findBuiltInTheme, Theme, type ThemeJson } from "../../../../src/core/themes/index.ts";
import { StatusLine, type StatusSegment } from "../../../../src/modes/interactive/status/status-line.ts";

const theme = Theme.of(findBuiltInTheme("dark") as ThemeJson, "truecolor");

const segments: StatusSegment[] = [
  { side: "left", priority: 60, text: () => "~/work/project", short: () => "project" },
  { side: "left", priority: 50, text: () => "main*" },
  { side: "left", priority: 80, text: () => "" },
  { side: "right", priority: 30, text: () => "↑12k ↓3k" },
  { side: "right", priority: 75, text: () => "34 % of 200k", short: () => "34 %" },
  { side: "right", priority: 90, text: () => "anthropic/claude-opus", short: () => "claude-opus" },
];

function line(width: number, statuses: Record<string, string> = {}): string {
  const status = new StatusLine(segments, () => theme);
  for (const [key, text] of Object.entries(statuses)) status.setExtension(key, text);
  return stripTerminalSequences(status.render(width)[0] ?? "").trimEnd();
}

test("what there is no room for goes by its importance, and nothing is cut in the middle", () => {
  const seen = [120, 60, 50, 40, 30, 20].map((width) => line(width).replace(/ {2,}/g, "  ").trim());
  expect(seen).toEqual([
    "~/work/project · main*  ↑12k ↓3k · 34 % of 200k · anthropic/claude-opus",
    "~/work/project  34 % of 200k · anthropic/claude-opus",
    "project  34 % of 200k · anthropic/claude-opus",
    "34 % of 200k · anthropic/claude-opus",
    "34 % · anthropic/claude-opus",
    "34 % · claude-opus",
  ]);
});

test("what gave way before a long text became shorter comes back where there is room for it", () => {
  const folder = { side: "left" as const, priority: 60, text: () => `/a/${"long/".repeat(9)}way`, short: () => "way" };
  const status = new StatusLine([folder, ...segments.slice(1)], () => theme);
  expect(
    stripTerminalSequences(status.render(60)[0] ?? "")
      .replace(/ {2,}/g, "  ")
      .trim(),
  ).toBe("way · main*  34 % of 200k · anthropic/claude-opus");
});

test("R136: what extensions say stands on the same line, by their keys, without their control sequences", () => {
  expect(line(120, { lsp: "2 \x1b]0;x\x07errors\n3 warnings" })).toContain("main* · 2 errors 3 warnings");
  expect(line(120, { b: "two", c: "", a: "one" })).toContain("main* · one · two  ");
});

test("what extensions say and has no room on the line gets one of its own, cut at the width", () => {
  const status = new StatusLine(segments, () => theme);
  status.setExtension("a", "indexing the whole repository");
  status.setExtension("b", "3 agents");
  const rows = (width: number) => status.render(width).map((row) => stripTerminalSequences(row).trim());
  expect(rows(140)).toEqual([expect.stringContaining("main* · indexing the whole repository · 3 agents")]);
  expect(rows(60)).toEqual([expect.stringMatching(/^~\/work\/project/), "indexing the whole repository · 3 agents"]);
  expect(rows(30)[1]).toBe("indexing the whole reposito…");
});

test("R136: no width makes it wider than the terminal", () => {
  fc.assert(
    fc.property(fc.nat(150), fc.string(), (width, text) => {
      const status = new StatusLine(segments, () => theme);
      status.setExtension("key", text);
      for (const row of status.render(width)) expect(visibleWidth(row)).toBeLessThanOrEqual(width);
    }),
  );
});

test("a line that did not change is the same array", () => {
  const status = new StatusLine(segments, () => theme);
  expect(status.render(80)).toBe(status.render(80));
});
