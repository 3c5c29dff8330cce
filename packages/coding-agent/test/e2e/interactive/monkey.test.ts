import { join } from "node:path";
import { startProgram } from "@tau/testkit";
import { expect, test } from "vitest";

/** `npm run test:monkey` does it for ten minutes. */
test("six hundred random keys neither crash nor hang the screen", async () => {
  const { PATH = "" } = process.env;
  await using monkey = startProgram({
    command: process.execPath,
    args: ["--conditions=@tau/source", join(import.meta.dirname, "monkey.ts")],
    cwd: import.meta.dirname,
    env: { PATH },
  });
  const { exitCode, stdout, stderr } = await monkey.exited;
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  expect(stdout).toMatch(/^600 keys, \d+ starts, seed 20240: nothing wrong\n$/);
}, 60_000);
