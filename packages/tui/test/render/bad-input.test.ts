import { fileURLToPath } from "node:url";
import { startPty } from "@tau/testkit";
import { expect, test } from "vitest";

const PROGRAM = fileURLToPath(new URL("../support/hostile-program.ts", import.meta.url));
const SIZES = [
  [1, 1],
  [2, 30],
  [200, 2],
  [17, 5],
  [80, 24],
] as const;

function start(screen: "regular" | "fullscreen", columns: number, rows: number) {
  return startPty({
    command: process.execPath,
    args: ["--conditions=@tau/source", PROGRAM],
    cwd: process.cwd(),
    env: { PATH: process.env.PATH ?? "", SCREEN: screen },
    columns,
    rows,
  });
}

const screens = ["regular", "fullscreen"] as const;

test.each(screens)("the %s screen lives in a terminal of one cell", async (screen) => {
  await using program = start(screen, 1, 1);
  await program.waitForText(/\S/);
  program.send("abc\x1b[D\x1b[200~one\ntwo\x1b[201~\r");
  program.send("q");
  expect(await program.exited).toEqual({ exitCode: 0, signal: 0 });
  expect(program.output()).toContain("<ended>");
});

test.each(screens)(
  "the %s screen follows a size that changes while it draws, and content does nothing",
  async (screen) => {
    await using program = start(screen, 80, 24);
    await program.waitForText("word");
    for (let round = 0; round < 4; round++) for (const [columns, rows] of SIZES) program.resize(columns, rows);
    await program.waitForText(/─{80}/);
    const { terminal } = program;
    expect({ title: terminal.title, isAlternate: terminal.isAlternateScreen }).toEqual({
      title: "",
      isAlternate: screen === "fullscreen",
    });
    expect(program.output()).not.toMatch(/\x1b\]52|\x1b\]0;|\x1bc|\x9b/);
    program.send("q");
    expect(await program.exited).toEqual({ exitCode: 0, signal: 0 });
    await terminal.settled();
    expect(terminal.isAlternateScreen).toBe(false);
    expect(terminal.cursor.isVisible).toBe(true);
  },
);
