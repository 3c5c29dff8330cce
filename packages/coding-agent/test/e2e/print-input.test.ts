import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { builtCli, runCli, startCli } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "./scripted-model.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

async function pipe(bytes: Uint8Array, args: readonly string[]) {
  const setup = await withScriptedModel({ text: "ok" });
  const { workspace, server } = setup;
  const models = JSON.parse(await workspace.read("../home/.tau/models.json"));
  models.providers.scripted.models[0].input = ["text", "image"];
  await workspace.configure("models.json", models);
  const program = startCli({ workspace, args, stdin: "open" });
  program.write(bytes);
  program.endInput();
  const exit = await program.exited;
  await setup[Symbol.asyncDispose]();
  return { exit, body: JSON.stringify(server.requests[0]?.body) };
}

test("P-APP-4: an image on stdin is attached, other binary data is refused with exit code 2", async () => {
  const image = await pipe(PNG, ["-p", "what is it?"]);
  expect(image.exit).toMatchObject({ exitCode: 0, stdout: "ok\n" });
  expect(image.body).toContain("data:image/png;base64,");
  expect(image.body).not.toContain("\\u0000");
  const binary = await pipe(Buffer.from([1, 0, 2, 255]), ["-p", "what is it?"]);
  expect(binary.exit).toMatchObject({ exitCode: 2, stdout: "" });
  expect(binary.exit.stderr).toContain("Cannot attach what came on stdin: it is binary.");
});

test("a stdin that never ends is given up with --timeout", async () => {
  await using setup = await withScriptedModel({ text: "never" });
  await using program = startCli({ workspace: setup.workspace, args: ["-p", "go", "--timeout", "0.3"], stdin: "open" });
  program.write("and then");
  const { exitCode, stderr } = await program.exited;
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: "tau: Stopped after 0.3 s (--timeout): stdin did not end.\n",
  });
});

test("a pipe on which nothing comes does not hold up a prompt that is a file", async () => {
  await using setup = await withScriptedModel({ text: "done" }, { files: { "task.md": "say done" } });
  await using program = startCli({ workspace: setup.workspace, args: ["-p", "@task.md"], stdin: "open" });
  const exit = await program.exited;
  expect(exit).toMatchObject({ exitCode: 0, stdout: "done\n" });
  expect(exit.stderr).toMatch(/^tau: no input on stdin for 3 s;/);
});

test("@~/file is a file of the user's: the shell leaves the tilde behind an @ alone", async () => {
  await using setup = await withScriptedModel({ text: "ok" }, { files: { "../home/mine.md": "remember the milk" } });
  expect(await runCli({ workspace: setup.workspace, args: ["-p", "@~/mine.md"] })).toMatchObject({ exitCode: 0 });
  expect(JSON.stringify(setup.server.requests[0]?.body)).toContain("remember the milk");
});

test("a system prompt is text where it is no file, however long", async () => {
  await using setup = await withScriptedModel({ text: "ok" });
  const prompt = `Be brief. ${"Be very brief. ".repeat(20)}`;
  const args = ["--system-prompt", prompt, "--append-system-prompt", prompt.toUpperCase(), "-p", "hi"];
  expect(await runCli({ workspace: setup.workspace, args })).toMatchObject({ exitCode: 0, stdout: "ok\n", stderr: "" });
  const body = JSON.stringify(setup.server.requests[0]?.body);
  expect(body).toContain(prompt.trim());
  expect(body).toContain(prompt.toUpperCase().trim());
});

test("a text in UTF-16 is text; what has no end is refused", async () => {
  await using setup = await withScriptedModel(() => ({ text: "[]" }));
  const { workspace, server } = setup;
  await writeFile(workspace.path("notes.txt"), Buffer.from("\ufeffremember the milk", "utf16le"));
  await writeFile(workspace.path("list.json"), '\ufeff{ "type": "array" }');
  const args = ["-p", "@notes.txt", "--output-schema", "list.json"];
  expect(await runCli({ workspace, args })).toMatchObject({ exitCode: 0, stdout: "[]\n", stderr: "" });
  expect(JSON.stringify(server.requests[0]?.body)).toContain("remember the milk");
  expect(await runCli({ workspace, args: ["-p", "@/dev/zero"] })).toMatchObject({
    exitCode: 2,
    stderr: "tau: Cannot read @/dev/zero: it is a device.\n",
  });
});

test("that nobody hears the complaints does not break off the work", async () => {
  await using setup = await withScriptedModel({ text: "ok" });
  const { workspace } = setup;
  const command = `"${process.execPath}" "${builtCli}" -e builtin:nope -p hi 2>&1 >answer </dev/null; echo $? >code`;
  await promisify(execFile)("sh", ["-c", `{ ${command}; } | true`], { cwd: workspace.cwd, env: workspace.env });
  expect({ answer: await workspace.read("answer"), code: await workspace.read("code") }).toEqual({
    answer: "ok\n",
    code: "0\n",
  });
});

test.each([
  [["--max-turns", "0"], '--max-turns needs a whole number of 1 or more, not "0".'],
  [["--max-turns", "1.5"], '--max-turns needs a whole number of 1 or more, not "1.5".'],
  [["--timeout", "0"], '--timeout needs a number above 0, not "0".'],
  [["--output-schema", '{"type":"text"}'], '--output-schema cannot be used: #/type: there is no type "text".'],
  [
    ["--output-schema", '{"properties":{"type":{"$ref":"#/$defs/none"}}}'],
    '--output-schema cannot be used: #/properties/type/$ref: "#/$defs/none" leads to nothing in this schema.',
  ],
  [["--output-schema", '{"pattern":"("}'], "--output-schema cannot be used: Invalid regular expression"],
])("%j is refused before a model is asked", async (args, reason) => {
  await using setup = await withScriptedModel({ text: "never" });
  const exit = await runCli({ workspace: setup.workspace, args: ["-p", "go", ...args] });
  expect(exit).toMatchObject({ exitCode: 2, stdout: "" });
  expect(exit.stderr).toContain(reason);
  expect(setup.server.requests).toHaveLength(0);
});

test("an answer that was cut at the model's limit is printed, and said to be", async () => {
  await using setup = await withScriptedModel({ text: "half", stopReason: "length" });
  const exit = await runCli({ workspace: setup.workspace, args: ["-p", "go"] });
  expect(exit).toMatchObject({
    exitCode: 0,
    stdout: "half\n",
    stderr: "tau: The answer was cut off: the model's output limit is reached.\n",
  });
});
