import { describe, expect, test } from "vitest";
import { judgeCommand, type ShellPlace } from "../../../../src/core/permission/shell/judge-script.ts";
import { ASKS, commandsOf, DANGERS, READS } from "./commands.ts";

const PLACE: ShellPlace = { cwd: "/repo", home: "/home/me", roots: ["/repo", "/tmp"], trustsRepository: true };

describe.each([
  ["read", READS],
  ["ask", ASKS],
  ["danger", DANGERS],
] as const)("%s", (verdict, list) => {
  test.each(commandsOf(list))("%s", async (command) => {
    const judgement = await judgeCommand(command, PLACE);
    expect({ verdict: judgement.verdict, reasons: judgement.reasons }).toMatchObject({ verdict });
    expect(judgement.reasons.length > 0).toBe(verdict !== "read");
  });
});
