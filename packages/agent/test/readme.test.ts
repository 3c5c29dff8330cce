import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

test("the examples of the README run and say what they should", async () => {
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
  const examples = Array.from(readme.matchAll(/```ts\n(?<code>[\s\S]*?)```/g), (match) => match.groups?.code ?? "");
  const outputs = await Promise.all(examples.map(runExample));
  expect(outputs).toEqual([
    'add [{"type":"text","text":"42"}]\nIt is 42.',
    expect.stringMatching(/^agent_start\nturn_start\n[\s\S]*\nagent_end\n2 messages\n$/),
    "[ 'user', 'assistant' ]\n",
    "1 message\n",
  ]);
});

async function runExample(code: string): Promise<string> {
  const options = ["--conditions=@tau/source", "--no-warnings", "--input-type=module-typescript", "-e", code];
  const { stdout } = await promisify(execFile)(process.execPath, options, {
    cwd: root,
    env: { ...process.env, FORCE_COLOR: "0" },
  });
  return stdout;
}
