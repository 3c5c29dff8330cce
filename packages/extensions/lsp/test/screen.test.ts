import { expect, test } from "vitest";
import { toySession } from "./toy.ts";

test("on the screen, a rename is drawn as a diff, and /lsp shows, starts and stops servers", async () => {
  const files = { "toy.json": "{}", "a.toy": "def one\nfenced\n" };
  await using toy = await toySession({ files, mode: "tui", columns: 80, rows: 24 });
  const { terminal } = toy.harness;
  terminal.press("/lsp", "enter");
  await terminal.waitForText("○ toy");
  expect(terminal.window.text()).toContain("not started");
  terminal.press("s");
  await terminal.waitForText("● toy");
  terminal.press("x");
  await terminal.waitForText("stopped");
  terminal.press("escape");
  await toy.ask({ action: "rename", file: "a.toy", line: 1, symbol: "one", new_name: "first" });
  await terminal.waitForText("+def first");
  expect(terminal.window.text()).toMatch(/lsp rename a\.toy:1 one → first *\n *Applied rename: *\n *--- a\.toy/);
  await toy.ask({ action: "hover", file: "a.toy", line: 2 });
  await terminal.waitForText("in a fence");
  expect(terminal.window.text()).toMatch(/lsp hover a\.toy:2 *\n *def fenced *\n *in a fence/);
  expect(toy.harness.errors).toEqual([]);
});
