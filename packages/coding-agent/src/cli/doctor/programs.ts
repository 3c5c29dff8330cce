import { errorText } from "../../core/error-text.ts";
import { captureOutput, getShellConfig } from "../../core/process/index.ts";
import { VERSION } from "../../version.ts";
import type { Examination, Finding } from "./finding.ts";

const PATIENCE_MS = 10_000;

export const examinePrograms: Examination = async ({ settings }) => {
  const ripgrep = await import("@vscode/ripgrep").then(({ rgPath }) => rgPath);
  return [
    { state: "ok", topic: "tau", text: VERSION },
    { state: "ok", topic: "node", text: process.versions.node },
    await shellFinding(settings.get("shellPath")),
    await programFinding("ripgrep", ripgrep, "problem", "grep and find need it: reinstall Tau with its packages."),
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
    // Not in the current folder: some programs read that folder's configuration even for `--version`.
    const command = { file, args, cwd: "/", env: process.env, purpose: "tau", timeoutMs: PATIENCE_MS } as const;
    const { stdout, ended, exitCode } = await captureOutput(command);
    if (ended === "exit" && exitCode === 0)
      return { state: "ok", topic, text: String(stdout).split("\n")[0]?.trim() || file };
    const reason = ended === "exit" ? `it exited with code ${exitCode}` : "it did not answer";
    return { state: missing, topic, text: `${file} cannot be run: ${reason}`, fix };
  } catch (error) {
    return { state: missing, topic, text: `${file} cannot be run: ${errorText(error).split("\n")[0]}`, fix };
  }
}
