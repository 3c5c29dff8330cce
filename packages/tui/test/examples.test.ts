import { fileURLToPath } from "node:url";
import { startPty } from "@tau/testkit";
import { expect, test } from "vitest";

function start(path: string) {
  return startPty({
    command: process.execPath,
    args: ["--conditions=@tau/source", fileURLToPath(new URL(`../${path}`, import.meta.url))],
    cwd: process.cwd(),
    env: { PATH: process.env.PATH ?? "" },
    columns: 80,
    rows: 24,
  });
}

test("the chat answers what is typed", async () => {
  await using program = start("examples/chat.ts");
  await program.waitForText("Type a message");
  program.press("hello", "enter");
  await program.waitForText("That has 5 characters.");
  program.press("ctrl+c");
  expect((await program.exited).exitCode).toBe(0);
});

test("the list prints what was chosen", async () => {
  await using program = start("examples/pick.ts");
  await program.waitForText("→");
  const [first = ""] = /→ \S+/.exec(program.terminal.screen().join("\n")) ?? [];
  program.press("enter");
  expect((await program.exited).exitCode).toBe(0);
  await program.terminal.settled();
  expect(program.terminal.text().split("\n").at(-1)).toContain(first.slice(2));
});

test("the dashboard draws itself until it is left", async () => {
  await using program = start("examples/dashboard.ts");
  await program.waitForText(/heap .*%/);
  program.press("q");
  expect((await program.exited).exitCode).toBe(0);
});

test("the gallery goes from component to component", async () => {
  await using program = start("gallery/gallery.ts");
  await program.waitForText("quick brown fox");
  program.press("tab", "tab", "tab", "tab");
  await program.waitForText("The formula");
  program.press("ctrl+c");
  expect((await program.exited).exitCode).toBe(0);
});
