import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { commands } from "../../src/cli/commands/index.ts";
import { completionScript, SHELLS } from "../../src/cli/completion/index.ts";
import { flagName } from "../../src/cli/options/option.ts";
import { options } from "../../src/cli/options/options.ts";
import { tempFolder } from "../core/temp-folder.ts";

test.each(SHELLS)("the completion of %s knows every option and every command", (shell) => {
  const script = completionScript(shell, commands);
  for (const key of Object.keys(options)) {
    const name = flagName(key);
    expect(script).toContain(shell === "fish" ? `-l ${name.slice(2)}` : name);
  }
  for (const { name } of commands) expect(script).toContain(name);
});

const hasFish = await promisify(execFile)("fish", ["--version"]).then(
  () => true,
  () => false,
);

test.skipIf(!hasFish)("fish completes commands, what follows them, and files behind an @", async () => {
  const folder = await tempFolder();
  await writeFile(join(folder, "tau.fish"), completionScript("fish", commands));
  const complete = async (line: string) => {
    const script = `source tau.fish; complete -C '${line}'`;
    const { stdout } = await promisify(execFile)("fish", ["--no-config", "-c", script], { cwd: folder });
    return stdout
      .trim()
      .split("\n")
      .map((offer) => offer.split("\t")[0]);
  };
  expect(await complete("tau inst")).toEqual(["install"]);
  expect(await complete("tau install --")).toEqual(["--help", "--local"]);
  expect(await complete("tau @ta")).toEqual(["@tau.fish"]);
  expect(await complete("tau --mode ")).toEqual(["json", "rpc", "text"]);
});

test("bash completes options, their values and commands", async () => {
  const path = join(await tempFolder(), "tau.bash");
  await writeFile(path, completionScript("bash", commands));
  const complete = async (...words: string[]) => {
    const line = `source ${path}; COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}; _tau; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return (await promisify(execFile)("bash", ["-c", line])).stdout.trim().split("\n");
  };
  expect(await complete("tau", "--thin")).toEqual(["--thinking"]);
  expect(await complete("tau", "--mode", "")).toEqual(["text", "json", "rpc"]);
  expect(await complete("tau", "sess")).toEqual(["sessions"]);
  expect(await complete("tau", "sessions", "s")).toEqual(["search"]);
  expect(await complete("tau", "install", "--")).toEqual(["--local", "--help"]);
  expect(await complete("tau", "sessions", "gc", "--la")).toEqual(["--larger-than"]);
  expect(await complete("tau", "help", "doc")).toEqual(["doctor"]);
});
