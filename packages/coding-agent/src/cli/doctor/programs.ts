import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { getShellConfig } from "../../core/process/index.ts";
import { VERSION } from "../../version.ts";
import type { Examination, Finding } from "./finding.ts";

const run = promisify(execFile);

export const examinePrograms: Examination = async ({ settings }) => {
  const ripgrep = await import("@vscode/ripgrep").then(({ rgPath }) => rgPath);
  return [
    { state: "ok", topic: "tau", text: VERSION },
    { state: "ok", topic: "node", text: process.versions.node },
    await shellFinding(settings.get("shellPath")),
    await programFinding("ripgrep", ripgrep, "problem", "grep and find need it: install Tau again with its packages."),
    await programFinding("git", "git", "note", "Packages from git and the branch in the status line need it."),
  ];
};

async function shellFinding(path: string | undefined): Promise<Finding> {
  const { shell } = getShellConfig(path);
  const fix = "The bash tool needs a shell: set shellPath in the settings.";
  return await programFinding("shell", shell, "problem", fix, ["-c", "echo $0"]);
}

async function programFinding(
  topic: string,
  file: string,
  missing: "note" | "problem",
  fix: string,
  args: readonly string[] = ["--version"],
): Promise<Finding> {
  try {
    // Not in the folder: some programs read a configuration of the folder they are started in, whatever they are asked.
    const { stdout } = await run(file, [...args], { cwd: "/" });
    return { state: "ok", topic, text: stdout.split("\n")[0]?.trim() || file };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    return { state: missing, topic, text: `${file} cannot be run: ${reason}`, fix };
  }
}
