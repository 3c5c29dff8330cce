import { devNull } from "node:os";
import type { ExtensionProcesses } from "@tau/coding-agent";

/** The branches of the experiments. Works in a worktree; the user's files and branches stay as they are. */
export class Branches {
  private readonly processes: ExtensionProcesses;
  private readonly cwd: string;

  constructor(processes: ExtensionProcesses, cwd: string) {
    this.processes = processes;
    this.cwd = cwd;
  }

  in(cwd: string): Branches {
    return new Branches(this.processes, cwd);
  }

  /** Resolves to the current commit. Rejects if there is no repository, or no commit yet. */
  async head(): Promise<string> {
    const found = await this.maybe(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]);
    if (found === undefined)
      throw new Error(`${this.cwd} is not in a git repository with a commit. Experiments start from a commit.`);
    return found;
  }

  /** Resolves to whether there are changes that no commit has. */
  async hasUncommitted(): Promise<boolean> {
    return (await this.git(["status", "--porcelain"])) !== "";
  }

  /** Resolves to a name for the branch of the result that is not taken, nor are those of its attempts. */
  async freeName(goal: string): Promise<string> {
    const words = goal.toLowerCase().match(/[a-z0-9]+/g) ?? ["work"];
    const plain = `autoresearch/${words.slice(0, 5).join("-").slice(0, 40)}`;
    for (let number = 1; ; number++) {
      const name = number === 1 ? plain : `${plain}.${number}`;
      if ((await this.git(["branch", "--list", name, `${name}-try-*`])) === "") return name;
    }
  }

  /** Begins an attempt: its branch is at the commit, and so are the files. Ignored files, such as installed packages, stay. */
  async begin(branch: string, commit: string): Promise<void> {
    await this.git(["reset", "--quiet", "--hard"]);
    await this.git(["clean", "-fdq"]);
    await this.git(["switch", "--quiet", "--force-create", branch, commit]);
  }

  /** Commits what an attempt has changed. Resolves to the commit; to undefined if nothing differs from the start. */
  async commit(start: string, message: string): Promise<string | undefined> {
    await this.git(["add", "--all"]);
    const tree = await this.git(["write-tree"]);
    if (tree === (await this.git(["rev-parse", `${start}^{tree}`]))) return undefined;
    // One commit for each attempt, whatever the agent has committed itself.
    const args = ["commit-tree", tree, "-p", start, "-m", message];
    const commit =
      (await this.maybe(args)) ?? (await this.git(["-c", "user.name=Tau", "-c", "user.email=tau@localhost", ...args]));
    await this.git(["reset", "--quiet", "--hard", commit]);
    return commit;
  }

  async move(branch: string, commit: string): Promise<void> {
    await this.git(["update-ref", `refs/heads/${branch}`, commit]);
  }

  /** Removes a branch. Its commits can be found by their ids until git removes what nothing refers to. */
  async drop(branch: string): Promise<void> {
    await this.maybe(["switch", "--quiet", "--detach"]);
    // Also if a worktree that is about to be removed has it checked out.
    await this.maybe(["update-ref", "-d", `refs/heads/${branch}`]);
  }

  /** Lets go of the branch that is checked out, so that it outlives the worktree. */
  async leave(): Promise<void> {
    await this.maybe(["switch", "--quiet", "--detach"]);
  }

  private async maybe(args: readonly string[]): Promise<string | undefined> {
    const { exitCode, stdout } = await this.run(args);
    return exitCode === 0 ? stdout.toString("utf8").trim() : undefined;
  }

  private async git(args: readonly string[]): Promise<string> {
    const { exitCode, stdout, stderr } = await this.run(args);
    if (exitCode !== 0) throw new Error(`git ${args[0]} failed: ${stderr.toString("utf8").trim()}`);
    return stdout.toString("utf8").trim();
  }

  private async run(args: readonly string[]) {
    // The repository's hooks are for commits of the user.
    const config = ["-c", `core.hooksPath=${devNull}`, "-c", "core.fsmonitor=false"];
    const env = { LC_ALL: "C", GIT_DIR: undefined, GIT_WORK_TREE: undefined, GIT_INDEX_FILE: undefined };
    return await this.processes.run("git", [...config, ...args], { cwd: this.cwd, env });
  }
}
