import { expect, test } from "vitest";
import { chooseTools, type ToolWishes } from "../../../../src/core/session/tools/tool-choice.ts";

const TOOLS = [
  ...["read", "bash", "edit", "write"].map((name) => ({ name, isBuiltIn: true, byDefault: true })),
  ...["grep", "ls"].map((name) => ({ name, isBuiltIn: true, byDefault: false })),
  { name: "dice", isBuiltIn: false, byDefault: true },
  { name: "mcp__a__x", isBuiltIn: false, byDefault: false },
];
const on = (wishes: ToolWishes) =>
  TOOLS.filter(chooseTools(wishes).isOn)
    .map(({ name }) => name)
    .join(" ");

test("without wishes every tool is as it asks to be", () => {
  expect(on({})).toBe("read bash edit write dice");
});

test("the setting replaces the built-in ones by name, or changes what is on", () => {
  expect(on({ defaultTools: ["read", "grep"] })).toBe("read grep dice");
  expect(on({ defaultTools: ["+grep", "-bash"] })).toBe("read edit write grep dice");
  expect(on({ defaultTools: [] })).toBe("dice");
  expect(on({ defaultTools: ["ls", "+mcp__a__x", "-dice"] })).toBe("ls mcp__a__x");
});

test("--tools is all there is, names and patterns; with + and - it changes the setting's choice", () => {
  expect(on({ tools: ["read", "mcp__*"], defaultTools: ["ls"] })).toBe("read mcp__a__x");
  expect(on({ tools: ["+ls", "-write"], defaultTools: ["-bash"] })).toBe("read edit ls dice");
});

test("what is excluded is off, whatever else is said", () => {
  expect(on({ tools: ["read", "dice"], excludeTools: ["d*"] })).toBe("read");
  expect(on({ noTools: "builtin" })).toBe("dice");
  expect(on({ noTools: "all" })).toBe("");
});

test("a list of tools is all there is, also an empty one and beside --no-tools", () => {
  expect(on({ tools: [] })).toBe("");
  expect(on({ noTools: "all", tools: ["read"] })).toBe("read");
  expect(on({ noTools: "builtin", tools: ["read"] })).toBe("read");
});

test("what is not listed or is excluded does not exist; built-in tools that are only off do", () => {
  const exist = (wishes: ToolWishes) =>
    TOOLS.filter(({ name }) => chooseTools(wishes).exists(name))
      .map(({ name }) => name)
      .join(" ");
  expect(exist({ tools: ["read", "mcp__*"] })).toBe("read mcp__a__x");
  expect(exist({ excludeTools: ["bash", "d*"] })).toBe("read edit write grep ls mcp__a__x");
  expect(exist({ noTools: "all" })).toBe("");
  expect(exist({ noTools: "builtin" })).toBe(exist({}));
});
