import { expect, test } from "vitest";
import { toySession } from "./toy.ts";

test("on the screen, calls, places and variables are drawn compactly", async () => {
  await using toy = await toySession({ mode: "tui", columns: 80, rows: 40 });
  const { terminal } = toy.harness;
  await toy.ask(
    { action: "launch", program: "a.toy", args: ["-x"] },
    { action: "set_breakpoint", file: "a.toy", line: 3, condition: "x > 2" },
    { action: "continue" },
    { action: "evaluate", expression: "list" },
    { action: "step_over", thread_id: 1 },
    { action: "evaluate", expression: "x\u001b[31m", value: "9" },
  );
  await terminal.waitForText("debug evaluate x");
  const text = terminal.window.text();
  expect(text).toMatch(/debug set_breakpoint a\.toy:3 if x > 2 *\n/);
  expect(text).toMatch(/debug continue *\n *Stopped: breakpoint \(thread 1\) *\n *at main \(a\.toy:3\)/);
  expect(text).toMatch(/→ 3 \| print x/);
  expect(text).toMatch(/debug evaluate list *\n *list = list of 1000/);
  expect(text).toMatch(/… 10 more lines \(ctrl\+o shows all\)/);
  expect(toy.harness.errors).toEqual([]);
});
