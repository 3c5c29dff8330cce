import { chmod, mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { builtCli, createWorkspace, startModelServer, startProgram, startPty, type Workspace } from "@tau/testkit";
import type { Example } from "../docs/examples.ts";

/** What the commands of the manual expect to find. */
const FILES = {
  "README.md": "# A project\n",
  "package.json": "{}\n",
  "parse.ts": "export const parse = () => undefined;\n",
  "src/main.ts": "console.log(1);\n",
  "diff.txt": "-a\n+b\n",
  "schema.json": '{ "type": "string" }',
  tau: "",
};

const ANSWER = "The scripted answer.";

/** A command that opens the screen: a program without a task for a script, and nothing that is read or written besides. */
export function opensScreen(command: string): boolean {
  const [, rest] = /^(?:\w+=\S* )*(?:\.\/)?tau\b(.*)$/.exec(command) ?? [];
  if (rest === undefined || /[|>]/.test(rest.replace(/"[^"]*"/g, ""))) return false;
  return !/ (?:-p|--mode|--list-models|--export|--help|--demo -p)\b/.test(rest) && !/^ [a-z]+(?: |$)/.test(rest);
}

/** A workspace in which `tau` is on the path. */
export async function shellWorkspace(git = true): Promise<Workspace & { readonly shell: Record<string, string> }> {
  const workspace = await createWorkspace({ files: FILES, git });
  const bin = join(workspace.home, "bin");
  await mkdir(bin);
  await mkdir(join(workspace.home, ".local/bin"), { recursive: true });
  await writeFile(join(bin, "tau"), `#!/bin/sh\nexec "${process.execPath}" "${builtCli}" "$@"\n`);
  await chmod(join(bin, "tau"), 0o755);
  return Object.assign(workspace, { shell: { ...workspace.env, PATH: `${bin}${delimiter}${workspace.env.PATH}` } });
}

/** Runs the commands of one page in their order, with scripted models under the names that the page uses. Returns what failed. */
export async function runShellExamples(examples: readonly Example[]): Promise<string[]> {
  await using server = await startModelServer({
    script: ({ body }) => ({ text: JSON.stringify(body).includes("satisfies this JSON Schema") ? '"parse"' : ANSWER }),
  });
  await using workspace = await shellWorkspace();
  const scripted = { baseUrl: `${server.url}/v1`, api: "openai-completions", apiKey: "k" };
  await workspace.configure("models.json", {
    providers: {
      scripted: { ...scripted, models: [{ id: "model", contextWindow: 100_000, maxTokens: 8_000 }] },
      anthropic: { baseUrl: server.endpoint("anthropic-messages") },
      openai: { baseUrl: `${server.endpoint("openai-responses")}/v1` },
    },
  });
  await workspace.configure("settings.json", { defaultProvider: "scripted", defaultModel: "model" });
  await workspace.configure("prompts/review.md", "Review $1.");
  for (const home of ["../.pi/agent", "../.claude", "../.codex"])
    await workspace.configure(`${home}/settings.json`, {});
  // A request that leaves this machine fails at once.
  const nowhere = { HTTPS_PROXY: "http://127.0.0.1:9", HTTP_PROXY: "http://127.0.0.1:9", NO_PROXY: "127.0.0.1" };
  const env = { ...workspace.shell, ...nowhere, ANTHROPIC_API_KEY: "k", OPENAI_API_KEY: "k" };
  const failed: string[] = [];
  if (examples.some(({ code }) => code.includes("daily")))
    await runLines(["tau --session-id daily -p hi"], workspace.cwd, env);
  for (const { code, place } of examples) {
    const lines = code.trim().split("\n");
    const screens = lines.filter(opensScreen);
    failed.push(
      ...(
        await runLines(
          lines.filter((line) => !screens.includes(line)),
          workspace.cwd,
          env,
        )
      ).map((problem) => `${place}: ${problem}`),
    );
    for (const line of screens) {
      const problem = await openScreen(line, workspace.cwd, env);
      if (problem !== undefined) failed.push(`${place}: ${problem}`);
    }
  }
  return failed;
}

/** One shell runs them all; each reports its own code. */
async function runLines(lines: readonly string[], cwd: string, env: Record<string, string>): Promise<string[]> {
  if (lines.length === 0) return [];
  const script = lines.map(
    (line, index) => `{ ${line}\n} > .out 2>&1 </dev/null; c=$?; [ $c = 0 ] || { echo "@${index} $c"; cat .out; }`,
  );
  const { stdout } = await startProgram({ command: "bash", args: ["-c", script.join("\n")], cwd, env }).exited;
  return stdout
    .split(/^@/m)
    .slice(1)
    .map((report) => {
      const [, index = "0", code, text = ""] = /^(\d+) (\d+)\n([\s\S]*)/.exec(report) ?? [];
      return `${lines[Number(index)]} ended with ${code}: ${text.trim()}`;
    });
}

/** Opens it as a user does, waits until it can be typed into, or has answered, and leaves. */
export async function openScreen(line: string, cwd: string, env: Record<string, string>): Promise<string | undefined> {
  await using program = startPty({ command: "bash", args: ["-c", line], cwd, env });
  const hasPrompt = /"[^"]*"$/.test(line) && !line.includes("--models");
  try {
    await program.waitForText(hasPrompt ? ANSWER : /─{30}\n/);
  } catch (error) {
    return `${line}: ${String(error)}`;
  }
  program.press("ctrl+d");
  const { exitCode } = await program.exited;
  return exitCode === 0 ? undefined : `${line} ended with ${exitCode}`;
}
