import { createWorkspace, startPty } from "@tau/testkit";
import { expect, test } from "vitest";

const shell = async (script: string, size: { columns?: number; rows?: number } = {}) => {
  const workspace = await createWorkspace();
  const program = startPty({ command: "sh", args: ["-c", script], cwd: workspace.cwd, env: workspace.env, ...size });
  return {
    program,
    [Symbol.asyncDispose]: async () => {
      await program[Symbol.asyncDispose]();
      await workspace[Symbol.asyncDispose]();
    },
  };
};

test("the program has a terminal of the size asked for, and sees it change", async () => {
  await using run = await shell("trap 'stty size' WINCH; stty size; while :; do read line; done", {
    columns: 72,
    rows: 9,
  });
  await run.program.waitForText("9 72");
  run.program.resize(50, 8);
  await run.program.waitForText("8 50");
});

test("keys go in, the screen comes out, the end is seen", async () => {
  await using run = await shell('printf "name? "; read name; echo "hello $name"; exit 3');
  await run.program.waitForText("name?");
  run.program.press("t", "a", "u", "enter");
  await run.program.waitForText("hello tau");
  expect(await run.program.exited).toEqual({ exitCode: 3, signal: 0 });
});

test("ctrl+c interrupts and kill ends it", async () => {
  await using run = await shell("trap 'echo interrupted' INT; echo ready; while :; do sleep 0.05; done");
  await run.program.waitForText("ready");
  run.program.press("ctrl+c");
  await run.program.waitForText("interrupted");
  expect(await run.program.kill("SIGKILL")).toMatchObject({ signal: 9 });
});

test("a program that ends without showing the text fails at once, with its screen", async () => {
  await using run = await shell("echo sorry; exit 4");
  await expect(run.program.waitForText("welcome")).rejects.toThrow(
    /ended with code 4 before showing welcome[\s\S]*sorry/,
  );
});
