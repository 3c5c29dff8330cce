import { chmod, cp, mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type ModelScript, runCli, type Workspace, waitUntil } from "@tau/testkit";
import { rgPath } from "@vscode/ripgrep";
import { describe, expect, test } from "vitest";
import { leave, openTau } from "../../test/e2e/interactive/open-tau.ts";
import { withScriptedModel } from "../../test/e2e/scripted-model.ts";
import { RpcProcess } from "../../test/modes/rpc/rpc-process.ts";
import { publishedExtensions } from "./published-examples.ts";
import { publishedPackages } from "./published-packages.ts";

const examples = publishedExtensions();
const packages = publishedPackages({ ms: "2.1.3" });

const call = (name: string, args: Record<string, unknown>) => ({ toolCalls: [{ name, arguments: args }] });

/** A program of that name, in front of all others. */
async function program(workspace: Workspace, name: string, body: string): Promise<{ PATH: string }> {
  const path = await workspace.write(`../bin/${name}`, `#!/bin/sh\n${body}\n`);
  await chmod(path, 0o755);
  return { PATH: `${dirname(path)}:${process.env.PATH}` };
}

describe.skipIf(!examples)(
  "published examples that need a program, a terminal or a process",
  { timeout: 60_000 },
  () => {
    const at = (name: string) => join(examples ?? "", name);

    /** Runs a prompt and gives the results of the tools that were called. */
    async function toolResults(workspace: Workspace, args: readonly string[], env: Record<string, string> = {}) {
      const run = await runCli({ workspace, args: ["--mode", "json", ...args, "go"], env });
      const lines = run.stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      expect(run).toMatchObject({ exitCode: 0, stderr: "" });
      return lines.filter(({ type }) => type === "tool_execution_end").map(({ result }) => JSON.stringify(result));
    }

    const withModel = (script: ModelScript, files = {}) => withScriptedModel(script, { files, git: true });

    test("ssh: the tools work on the other side", async () => {
      const script = [
        call("write", { path: "made.txt", content: "over there" }),
        call("bash", { command: "pwd; cat made.txt" }),
        call("read", { path: "made.txt" }),
        { text: "done" },
      ];
      await using setup = await withModel(script);
      const there = join(setup.workspace.cwd, "../there");
      await mkdir(there);
      const env = await program(setup.workspace, "ssh", 'shift; exec sh -c "$1"');
      const results = await toolResults(setup.workspace, ["-e", at("ssh.ts"), "--ssh", `me@host:${there}`], env);
      expect(results.slice(1)).toEqual([
        expect.stringContaining(`${there}\\nover there`),
        expect.stringContaining("over there"),
      ]);
      expect(await readFile(join(there, "made.txt"), "utf8")).toBe("over there");
      expect(await setup.workspace.list()).toEqual([]);
    });

    test("truncated-tool: searches with rg and keeps to the limits", async () => {
      const lines = Array.from({ length: 3000 }, (_, index) => `needle ${index}`).join("\n");
      await using setup = await withModel([call("rg", { pattern: "needle" }), { text: "done" }], { "hay.txt": lines });
      const env = await program(setup.workspace, "rg", `exec ${rgPath} "$@"`);
      const [result] = await toolResults(setup.workspace, ["-e", at("truncated-tool.ts")], env);
      expect(result).toMatch(/needle 0.*truncated/s);
      expect(result).not.toContain("needle 2999\\n");
    });

    test.skipIf(!packages)("with-deps: has packages of its own", async () => {
      await using setup = await withModel([call("parse_duration", { duration: "2 days" }), { text: "done" }]);
      const copy = join(setup.workspace.home, "with-deps");
      await cp(at("with-deps"), copy, { recursive: true });
      await cp(packages?.get("ms") ?? "", join(copy, "node_modules/ms"), { recursive: true });
      const [result] = await toolResults(setup.workspace, ["-e", copy]);
      expect(result).toContain("2 days = 172800000 milliseconds");
    });

    test("git-merge-and-resolve: conflicts with upstream come back as a message", async () => {
      await using setup = await withModel([{ text: "one" }, { text: "two" }], { "a.txt": "base\n" });
      const { workspace, server } = setup;
      await workspace.git("clone", "--quiet", "--bare", ".", "../upstream.git");
      await workspace.git("clone", "--quiet", "../upstream.git", "../other");
      await workspace.write("../other/a.txt", "theirs\n");
      await workspace.git("-C", "../other", "commit", "--quiet", "--all", "--message=theirs");
      await workspace.git("-C", "../other", "push", "--quiet");
      await workspace.git("remote", "add", "origin", "../upstream.git");
      await workspace.git("fetch", "--quiet", "origin");
      await workspace.git("branch", "--set-upstream-to=origin/main");
      await workspace.write("a.txt", "ours\n");
      await workspace.git("commit", "--quiet", "--all", "--message=ours");
      await runCli({ workspace, args: ["-p", "-e", at("git-merge-and-resolve.ts"), "go"] });
      expect(JSON.stringify(server.requests[1]?.body)).toMatch(/Merged origin\/main with conflicts:.*a\.txt:1-5/s);
    });

    test("subagent: a process of its own does the task", async () => {
      const isChild = (body: unknown) => JSON.stringify(body).includes("Task: say hello");
      await using setup = await withModel(({ body, toolResults }) => {
        if (isChild(body)) return { text: "hello from below" };
        return toolResults > 0 ? { text: "done" } : call("subagent", { agent: "greeter", task: "say hello" });
      });
      const agent = "---\nname: greeter\ndescription: Greets\n---\nYou greet.";
      await setup.workspace.configure("x.json", {});
      await setup.workspace.write("../home/.tau/agents/greeter.md", agent);
      const [result] = await toolResults(setup.workspace, ["-e", at("subagent")]);
      expect(result).toContain("hello from below");
    });

    test("custom-compaction: another model writes the summary", async () => {
      await using setup = await withModel(({ body }) => ({
        text: JSON.stringify(body).includes("conversation summarizer") ? "summary of another" : "an answer",
      }));
      const { workspace, server } = setup;
      const own = JSON.parse(await readFile(join(workspace.tauHome, "models.json"), "utf8"));
      const google = { baseUrl: `${server.endpoint("google-generative-ai")}/v1beta`, apiKey: "key" };
      await workspace.configure("models.json", { providers: { ...own.providers, google } });
      const settings = { defaultProvider: "scripted", defaultModel: "model", compaction: { keepRecentTokens: 1 } };
      await workspace.configure("settings.json", settings);
      await using rpc = new RpcProcess(setup, ["-e", at("custom-compaction.ts")]);
      for (const [index, message] of ["first", "second"].entries()) {
        await rpc.data("prompt", { message });
        await rpc.settled(index + 1);
      }
      expect(await rpc.data("compact")).toMatchObject({ summary: "summary of another" });
    });

    test("notify and titlebar-spinner: tell the terminal", async () => {
      await using setup = await withModel({ text: "an answer" });
      const args = ["-e", at("notify.ts"), "-e", at("titlebar-spinner.ts")];
      await using tau = await openTau(setup.workspace, { args });
      tau.send("hi\r");
      await tau.waitForText("an answer");
      const isTold = () =>
        tau.output().includes("\x1b]777;notify;Pi;Ready for input\x07") && tau.terminal.title === "π - work";
      await waitUntil(() => isTold() || undefined, { describe: () => `The title is ${tau.terminal.title}.` });
      expect(await leave(tau)).toBe(0);
    });
  },
);
