import { expect, test } from "vitest";
import * as surface from "../src/index.ts";
import "./public-members.ts";

test("programs and extensions find the values they import by name", () => {
  const names = [
    "Agent",
    "DEFAULT_AGENT_IDENTITY",
    "agentLoop",
    "agentLoopContinue",
    "runAgentLoop",
    "runAgentLoopContinue",
    "runToolCall",
    "setDefaultStreamFn",
    "streamProxy",
  ];
  expect(names.filter((name) => !(name in surface))).toEqual([]);
});
