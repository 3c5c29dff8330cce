import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCli } from "@tau/testkit";
import { withScriptedModel } from "../../e2e/scripted-model.ts";
import { findBadEnd } from "../fault-cases.ts";
import type { FaultReport } from "../fault-report.ts";
import type { Random } from "../random.ts";
import { randomDamage } from "./damage.ts";

/** Whole files of Tau's home. The model is given on the command line, so that a run can work without the settings. */
const FILES: Readonly<Record<string, object>> = {
  "settings.json": {
    theme: "dark",
    permissions: { allow: ["Bash(npm test:*)"], deny: ["Read(~/private/**)"] },
    compaction: { enabled: true, reserveTokens: 1000 },
    retry: { maxRetries: 1, provider: { timeoutMs: 5000 } },
    sandbox: "auto",
  },
  "keybindings.json": { "app.interrupt": ["escape"], "editor.cursorUp": "up" },
  "trust.json": { "/tmp": true, "/srv": { trusted: true } },
  "auth.json": {
    scripted: { type: "api_key", key: "k" },
    other: { type: "oauth", access: "a", refresh: "r", expires: 1 },
  },
  "mcp.json": { mcpServers: { none: { command: "/bin/false", args: [] } } },
  "prompts/p.md": { not: "front matter" },
};
const AT_ONCE = 4;

/** Damages configuration files. Tau must answer or say what is wrong, and leave the file as it is. */
export async function fuzzConfiguration(runs: number, random: Random): Promise<FaultReport> {
  const names = Object.keys(FILES);
  const cases = Array.from({ length: runs }, (_, index) => {
    const name = names[index % names.length] ?? "settings.json";
    return { name, bytes: randomDamage(Buffer.from(JSON.stringify(FILES[name], null, 2)), random) };
  });
  const failures: string[] = [];
  for (let start = 0; start < runs; start += AT_ONCE) {
    const group = cases.slice(start, start + AT_ONCE);
    failures.push(...(await Promise.all(group.map(({ name, bytes }) => startWith(name, bytes)))).flat());
  }
  return { name: "damaged configuration files", cases: runs, failures };
}

async function startWith(name: string, bytes: Buffer): Promise<string[]> {
  await using setup = await withScriptedModel({ text: "All is well." });
  const { workspace } = setup;
  const path = join(workspace.tauHome, name);
  await workspace.write(`../home/.tau/${name}`, "");
  await writeFile(path, bytes);
  const run = await runCli({ workspace, args: ["--model", "scripted/model", "-p", "hi"] });
  const problems = findBadEnd({ ...run, shown: run.stdout, hung: false });
  if (run.exitCode === 0 && run.stdout !== "All is well.\n") problems.push(`printed ${JSON.stringify(run.stdout)}`);
  if (!(await readFile(path)).equals(bytes)) problems.push("the file has changed");
  return problems.map(
    (problem) => `${name}: ${problem} with ${JSON.stringify(bytes.toString("latin1")).slice(0, 400)}`,
  );
}
