import { execFileSync } from "node:child_process";
import { chmod, mkdir, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createWorkspace, waitUntil } from "@tau/testkit";
import { describe, expect, test } from "vitest";
import { localProcesses, type ProcessPort } from "../../../../src/core/process/index.ts";
import { GitStatus } from "../../../../src/modes/interactive/status/git-status.ts";
import { git } from "../../../support/git.ts";

/** The repository at `cwd`, with one commit, and the folder that is looked at. */
type Arrange = (cwd: string) => Promise<string | undefined> | string | undefined;

async function statusOf(cwd: string, processes?: ProcessPort): Promise<string> {
  const status = new GitStatus(() => undefined, processes);
  await status.refresh(cwd);
  return status.text;
}

async function repository(cwd: string): Promise<void> {
  git(cwd, "init", "-q", "-b", "main");
  await writeFile(join(cwd, "kept.txt"), "kept\n");
  await mkdir(join(cwd, "sub"));
  await writeFile(join(cwd, "sub/deep.txt"), "deep\n");
  git(cwd, "add", ".");
  git(cwd, "commit", "-q", "-m", "first");
}

const edit = async (folder: string) => await writeFile(join(folder, "kept.txt"), "changed and longer\n");
/** As after unpacking an archive: no time is what the index remembers. */
const touch = async (folder: string) => await utimes(join(folder, "kept.txt"), 1, 1);

const ALIKE: Record<string, Arrange> = {
  "a clean repository": () => undefined,
  "an edited file": edit as Arrange,
  "a file with another time and the same content": touch as Arrange,
  "a staged file": async (cwd) => {
    await edit(cwd);
    git(cwd, "add", ".");
    return undefined;
  },
  "an untracked file": async (cwd) => {
    await writeFile(join(cwd, "new.txt"), "");
    return undefined;
  },
  "a file that .gitignore leaves out": async (cwd) => {
    await writeFile(join(cwd, ".git/info/exclude"), "*.log\n");
    await writeFile(join(cwd, "a.log"), "");
    return undefined;
  },
  "a deleted file": async (cwd) => {
    await rm(join(cwd, "kept.txt"));
    return undefined;
  },
  "a changed mode": async (cwd) => {
    await chmod(join(cwd, "kept.txt"), 0o755);
    return undefined;
  },
  "a changed mode where modes do not count": async (cwd) => {
    git(cwd, "config", "core.fileMode", "false");
    await chmod(join(cwd, "kept.txt"), 0o755);
    return undefined;
  },
  "line ends that autocrlf hides": async (cwd) => {
    git(cwd, "config", "core.autocrlf", "true");
    await writeFile(join(cwd, "kept.txt"), "kept\r\n");
    return undefined;
  },
  "a repository without a commit": async (cwd) => {
    await rm(join(cwd, ".git"), { recursive: true });
    git(cwd, "init", "-q", "-b", "main");
    return undefined;
  },
  "packed refs": async (cwd) => {
    git(cwd, "pack-refs", "--all");
    return undefined;
  },
  "a detached head": async (cwd) => {
    git(cwd, "checkout", "-q", "--detach");
    return undefined;
  },
  "a folder of the repository": async (cwd) => {
    await edit(cwd);
    return join(cwd, "sub");
  },
  "a split index": async (cwd) => {
    git(cwd, "update-index", "--split-index");
    return undefined;
  },
  "a split index and an edited file": async (cwd) => {
    git(cwd, "update-index", "--split-index");
    await edit(cwd);
    return undefined;
  },
  "a sparse checkout": async (cwd) => {
    git(cwd, "sparse-checkout", "set", "--cone", "--sparse-index");
    return undefined;
  },
  "a sparse checkout and an edited file": async (cwd) => {
    git(cwd, "sparse-checkout", "set", "--cone", "--sparse-index");
    await edit(cwd);
    return undefined;
  },
  "a clean worktree": async (cwd) => {
    git(cwd, "worktree", "add", "-q", join(cwd, ".git/tree"));
    return join(cwd, ".git/tree");
  },
  "an edited worktree": async (cwd) => {
    git(cwd, "worktree", "add", "-q", join(cwd, ".git/tree"));
    await edit(join(cwd, ".git/tree"));
    return join(cwd, ".git/tree");
  },
  "objects that are another repository's": async (cwd) => {
    git(cwd, "clone", "-q", "--shared", cwd, join(cwd, ".git/copy"));
    return join(cwd, ".git/copy");
  },
  "a repository with SHA-256 and an edited file": async (cwd) => {
    await rm(join(cwd, ".git"), { recursive: true });
    git(cwd, "init", "-q", "-b", "main", "--object-format=sha256");
    git(cwd, "add", ".");
    git(cwd, "commit", "-q", "-m", "first");
    await edit(cwd);
    return undefined;
  },
};

describe("the mark says what git status says", () => {
  test.for(Object.entries(ALIKE))("%s", async ([, arrange]) => {
    await using workspace = await createWorkspace();
    await repository(workspace.cwd);
    const folder = (await arrange(workspace.cwd)) ?? workspace.cwd;
    const isDirty = git(folder, "--no-optional-locks", "status", "--porcelain") !== "";
    const branch = git(folder, "branch", "--show-current").trim() || git(folder, "rev-parse", "HEAD").slice(0, 7);
    expect(await statusOf(folder)).toBe(isDirty ? `${branch}*` : branch);
  });
});

/** Each makes git run `CANARY` if it obeys. */
const PROGRAMS: Record<string, (cwd: string, canary: string) => Promise<void>> = {
  "a clean filter of .git/config": async (cwd, canary) => {
    git(cwd, "config", "filter.x.clean", `${canary}; cat`);
    await writeFile(join(cwd, ".gitattributes"), "* filter=x\n");
  },
  "a filter that .git/info/attributes assigns": async (cwd, canary) => {
    git(cwd, "config", "filter.x.process", canary);
    await writeFile(join(cwd, ".git/info/attributes"), "* filter=x\n");
  },
  "a monitor": async (cwd, canary) => void git(cwd, "config", "core.fsmonitor", canary),
  "a hook": async (cwd, canary) => {
    git(cwd, "config", "core.hooksPath", join(cwd, "hooks"));
    await mkdir(join(cwd, "hooks"));
    await writeFile(join(cwd, "hooks/post-index-change"), `#!/bin/sh\n${canary}\n`, { mode: 0o755 });
  },
  "an included configuration": async (cwd, canary) => {
    await writeFile(join(cwd, "more"), `[core]\n\tfsmonitor = ${canary}\n`);
    git(cwd, "config", "include.path", join(cwd, "more"));
  },
  "an alias for status": async (cwd, canary) => void git(cwd, "config", "alias.status", `!${canary}`),
  "a pager and an external diff": async (cwd, canary) => {
    git(cwd, "config", "core.pager", canary);
    git(cwd, "config", "pager.status", canary);
    git(cwd, "config", "diff.external", canary);
  },
  "a submodule with a configuration of its own": async (cwd, canary) => {
    await mkdir(join(cwd, "module"));
    git(join(cwd, "module"), "init", "-q");
    await writeFile(join(cwd, "module/a"), "a");
    git(join(cwd, "module"), "add", "a");
    git(join(cwd, "module"), "commit", "-q", "-m", "first");
    git(cwd, "add", "module");
    git(cwd, "commit", "-q", "-m", "second");
    git(join(cwd, "module"), "config", "core.fsmonitor", canary);
    git(join(cwd, "module"), "config", "filter.x.clean", canary);
    await writeFile(join(cwd, "module/.gitattributes"), "* filter=x\n");
    await utimes(join(cwd, "module/a"), 1, 1);
  },
};

describe("no program that a repository names is run", () => {
  test.for(Object.entries(PROGRAMS))("%s", async ([, arrange]) => {
    await using workspace = await createWorkspace();
    const { cwd } = workspace;
    await repository(cwd);
    const trace = join(workspace.home, "ran");
    await writeFile(join(workspace.home, "canary"), `#!/bin/sh\necho ran > ${trace}\n`, { mode: 0o755 });
    await arrange(cwd, join(workspace.home, "canary"));
    await touch(cwd);
    expect(await statusOf(cwd)).toMatch(/^main\*?$/);
    expect(execFileSync("ls", [workspace.home], { encoding: "utf8" })).not.toContain("ran");
  });
});

test("where the repository filters its files itself, the branch is shown without a mark", async () => {
  await using workspace = await createWorkspace();
  await repository(workspace.cwd);
  git(workspace.cwd, "config", "filter.x.clean", "tr a-z A-Z");
  await edit(workspace.cwd);
  expect(await statusOf(workspace.cwd)).toBe("main");
});

test("a program named git in the folder is not taken for git", async () => {
  await using workspace = await createWorkspace();
  const { cwd } = workspace;
  await repository(cwd);
  await writeFile(join(cwd, "git"), `#!/bin/sh\ntouch ${workspace.home}/ran\n`, { mode: 0o755 });
  const here: ProcessPort = {
    ...localProcesses,
    run: (request) => localProcesses.run({ ...request, env: { ...request.env, PATH: `.:${process.env.PATH}` } }),
  };
  expect(await statusOf(cwd, here)).toBe("main*");
  expect(execFileSync("ls", [workspace.home], { encoding: "utf8" })).not.toContain("ran");
});

test("a filter of the user's own ends with the question", async () => {
  await using workspace = await createWorkspace();
  const { cwd, home } = workspace;
  await repository(cwd);
  await writeFile(join(cwd, ".gitattributes"), "* filter=slow\n");
  await touch(cwd);
  await writeFile(join(home, "slow"), `#!/bin/sh\necho $$ > ${home}/pid\nexec sleep 600\n`, { mode: 0o755 });
  await writeFile(join(home, "config"), `[filter "slow"]\n\tclean = ${home}/slow\n`);
  const own: ProcessPort = {
    ...localProcesses,
    run: (request) =>
      localProcesses.run({ ...request, env: { ...request.env, GIT_CONFIG_GLOBAL: join(home, "config") } }),
  };
  const status = new GitStatus(() => undefined, own);
  const asked = status.refresh(cwd);
  let pid = 0;
  await waitUntil(
    () => {
      pid = Number(execFileSync("sh", ["-c", `cat ${home}/pid 2>/dev/null || echo 0`], { encoding: "utf8" }));
      return pid > 0 || undefined;
    },
    { describe: () => "The filter did not start" },
  );
  status.stop();
  await asked;
  await waitUntil(() => !isRunning(pid) || undefined, { describe: () => "The filter still runs" });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test.for(["HEAD", "commondir", "config", "index", "refs/heads/main", "packed-refs", "info/exclude"])(
  "a pipe or a device in place of .git/%s neither blocks nor fills the memory",
  { timeout: 20_000 },
  async (name) => {
    await using workspace = await createWorkspace();
    const { cwd } = workspace;
    await repository(cwd);
    const path = join(cwd, ".git", name);
    await rm(path, { force: true });
    await symlink("/dev/zero", path);
    const before = process.memoryUsage().rss;
    await statusOf(cwd);
    await rm(path);
    execFileSync("mkfifo", [path]);
    await statusOf(cwd);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  },
);
