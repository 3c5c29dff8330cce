import { execFileSync } from "node:child_process";

/** The real git, with an author, and without what the user of this machine has configured. */
export function git(cwd: string, ...args: string[]): string {
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"];
  const local = ["-c", "protocol.file.allow=always", "-c", "init.defaultBranch=main"];
  return execFileSync("git", [...identity, ...local, ...args], { cwd, stdio: "pipe", encoding: "utf8" });
}
