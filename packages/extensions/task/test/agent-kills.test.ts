import { expect, test } from "vitest";
import { runAgentKills } from "./agent-kills.ts";

test("killed while 8 agents edit one repository: no half-changed files, and the next start leaves no worktree and no branch", async () => {
  const { kills, problems } = await runAgentKills(2);
  expect(problems).toEqual([]);
  expect(kills).toBe(2);
}, 240_000);
