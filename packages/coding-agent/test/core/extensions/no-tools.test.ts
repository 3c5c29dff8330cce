import { Type } from "typebox";
import { expect, test } from "vitest";
import type { ExtensionAPI } from "../../../src/core/extensions/index.ts";
import { sessionWith } from "./session-with.ts";

function echo(pi: ExtensionAPI) {
  pi.registerTool({
    name: "echo",
    label: "Echo",
    description: "Says it again",
    parameters: Type.Object({}),
    execute: async () => ({ content: [], details: {} }),
  });
}

test("a tool that the run leaves out is not there for extensions to turn on", async () => {
  await using opened = await sessionWith([echo], { tools: ["read"] });
  opened.session.setActiveToolsByName(["read", "bash", "echo"]);
  expect(opened.session.tools.activeNames()).toEqual(["read"]);
  expect(opened.session.tools.all().map(({ tool }) => tool.name)).toEqual(["read"]);
});

test.each([
  { noTools: "all" as const, active: [] },
  { noTools: "builtin" as const, active: ["echo"] },
])("--no-tools means those of extensions too, --no-builtin-tools does not ($noTools)", async ({ noTools, active }) => {
  await using opened = await sessionWith([echo], { noTools });
  expect(opened.session.tools.activeNames()).toEqual(active);
});
