import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Mount } from "../../../src/core/sandbox/mount.ts";
import { hiddenProgram } from "../../../src/core/sandbox/own-program.ts";
import { type PlanSources, planSandbox } from "../../../src/core/sandbox/plan.ts";
import { seatbeltProfile } from "../../../src/core/sandbox/seatbelt.ts";
import { restoreLinks } from "../../../src/core/sandbox/session-sandbox.ts";

function place(files: Record<string, string>) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tau-plan-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries({ "ws/a.txt": "", "home/x": "", "tau/auth.json": "{}", ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const sources: PlanSources = {
    roots: [join(root, "ws")],
    home: join(root, "home"),
    agentDir: join(root, "tau"),
    writable: [],
    hidden: [],
    nested: [],
    usesGit: false,
  };
  const plan = (changes: Partial<PlanSources> = {}) => {
    const { mounts, links } = planSandbox({ ...sources, ...changes });
    const kinds = new Map<string, Mount["kind"][]>();
    for (const { path, kind } of mounts)
      kinds.set(path.slice(root.length + 1), [...(kinds.get(path.slice(root.length + 1)) ?? []), kind]);
    return { mounts, links, kinds };
  };
  return { root, plan };
}

const REPOSITORY = { "ws/.git/HEAD": "ref: refs/heads/main\n", "ws/.git/config": "[core]\n", "ws/.git/hooks/x": "" };

test("the workspace is writable, what programs obey later is not, also where it does not exist; secrets are hidden", () => {
  const { plan } = place({
    "ws/.vscode/tasks.json": "{}",
    "ws/.npmrc": "",
    "home/.ssh/id": "key",
    "home/.netrc": "key",
  });
  const { kinds } = plan();
  expect(kinds.get("ws")).toEqual(["writable"]);
  expect(kinds.get("ws/.vscode")).toEqual(["read-only"]);
  expect(kinds.get("ws/.npmrc")).toEqual(["read-only"]);
  for (const name of [".tau", ".claude", ".mcp.json", ".envrc", ".git", "HEAD"])
    expect(kinds.get(`ws/${name}`), name).toEqual(["absent-folder"]);
  expect(kinds.get("home/.ssh")).toEqual(["hidden-folder"]);
  expect(kinds.get("home/.netrc")).toEqual(["hidden-file"]);
  expect(kinds.get("tau/auth.json")).toEqual(["hidden-file"]);
});

test("a command that only reads may write nowhere but to its temporary files; keys stay hidden", () => {
  const { root, plan } = place({ ...REPOSITORY, "home/.ssh/id": "key" });
  const { mounts, kinds, links } = plan({ onlyReads: true, writable: [join(root, "home")], usesGit: true });
  expect(new Set(mounts.map(({ kind }) => kind))).toEqual(new Set(["read-only", "hidden-folder", "hidden-file"]));
  expect(kinds.get("ws")).toEqual(["read-only"]);
  expect(kinds.get("home/.ssh")).toEqual(["hidden-folder"]);
  expect(links).toEqual([]);
});

test("Tau's own folder is read-only in a workspace, whatever its name is", () => {
  const { root, plan } = place({ "ws/own/auth.json": "{}", "ws/own/settings.json": "{}" });
  const { kinds } = plan({ agentDir: join(root, "ws/own") });
  expect(kinds.get("ws/own")).toEqual(["read-only"]);
  expect(kinds.get("ws/own/auth.json")).toEqual(["hidden-file"]);
  expect(plan({ roots: [join(root, "tau")] }).kinds.get("tau")).toEqual(["writable", "read-only"]);
});

test("files that hooks and servers run are read-only, and the folders around them cannot be renamed", () => {
  const { root, plan } = place({
    "ws/tools/hooks/check.sh": "",
    "ws/.claude/hooks/x.py": "",
    "ws/keys/y.sh": "",
    "ws/run.js": "",
    "elsewhere/z.sh": "",
  });
  const names = ["ws/tools/hooks/check.sh", "ws/.claude/hooks/x.py", "ws/keys/y.sh", "ws/run.js", "elsewhere/z.sh"];
  const given = { started: names.map((name) => join(root, name)), hidden: [join(root, "ws/keys")] };
  const { kinds } = plan(given);
  expect(kinds.get("ws/tools/hooks/check.sh")).toEqual(["read-only"]);
  expect([kinds.get("ws/tools/hooks"), kinds.get("ws/tools"), kinds.get("ws")]).toEqual([
    ["writable"],
    ["writable"],
    ["writable"],
  ]);
  expect(kinds.get("ws/run.js")).toEqual(["read-only"]);
  // What is protected or hidden as a whole stays so.
  expect([kinds.get("ws/.claude"), kinds.get("ws/.claude/hooks")]).toEqual([["read-only"], undefined]);
  expect([kinds.get("ws/keys"), kinds.get("ws/keys/y.sh")]).toEqual([["hidden-folder"], undefined]);
  expect([...kinds.keys()].filter((path) => path.startsWith("elsewhere"))).toEqual([]);
  expect(plan({ ...given, onlyReads: true }).kinds.get("ws/run.js")).toBeUndefined();
});

test("a protected link that a command replaced is put back, wherever the temporary files are; what replaced it is kept", () => {
  const { root, plan } = place({ "shared/envrc": "use nix\n" });
  const path = join(root, "ws/.envrc");
  symlinkSync("../shared/envrc", path);
  const { links } = plan();
  expect(links).toEqual([{ path, target: "../shared/envrc" }]);
  expect(restoreLinks(links)).toEqual([]);
  rmSync(path);
  writeFileSync(path, "evil\n");
  expect(restoreLinks(links)).toEqual([path]);
  expect(readFileSync(path, "utf8")).toBe("use nix\n");
  const kept = readdirSync(join(root, "ws")).filter((name) => name.startsWith(".envrc.replaced-"));
  expect(kept.map((name) => readFileSync(join(root, "ws", name), "utf8"))).toEqual(["evil\n"]);
  rmSync(path);
  expect(restoreLinks(links)).toEqual([path]);
  expect(readlinkSync(path)).toBe("../shared/envrc");
});

test("Tau itself stays in sight where it lies in a folder that is replaced, but never makes a workspace read-only", () => {
  const { root, plan } = place({ "tau-code/cli.js": "" });
  expect(hiddenProgram(["/usr/bin/node", "/tmp/x/node", "/tmpfs/node"])).toEqual(["/tmp/x/node"]);
  expect(plan({ program: [join(root, "tau-code")] }).kinds.get("tau-code")).toEqual(["read-only"]);
  expect(plan({ program: [join(root, "ws")] }).kinds.get("ws")).toEqual(["writable"]);
  expect(plan({ program: [join(root, "ws/bin")] }).kinds.get("ws/bin")).toBeUndefined();
});

test("a repository is read-only as a whole; a command that uses git finds it open but for what makes git start programs", () => {
  const { plan } = place({ ...REPOSITORY, "ws/.git/modules/m/HEAD": "", "ws/.git/worktrees/w/HEAD": "" });
  expect([...plan().kinds].filter(([path]) => path.startsWith("ws/.git"))).toEqual([["ws/.git", ["read-only"]]]);
  const { kinds, mounts } = plan({ usesGit: true });
  expect(kinds.get("ws/.git")).toEqual(["writable"]);
  for (const name of ["hooks", "config", "modules", "worktrees"])
    expect(kinds.get(`ws/.git/${name}`), name).toEqual(["read-only"]);
  expect(kinds.get("ws/.git/commondir")).toEqual(["absent-file"]);
  expect(mounts.find(({ path }) => path.endsWith("commondir"))?.text).toBe(".\n");
});

test("hooks and configuration that the configuration places in the workspace are protected", () => {
  const config = "[core]\n\thooksPath = my-hooks\n[include]\n\tpath = ../team.gitconfig\n";
  const { plan } = place({
    ...REPOSITORY,
    "ws/.git/config": config,
    "ws/my-hooks/pre-commit": "",
    "ws/team.gitconfig": "",
  });
  const { kinds } = plan({ usesGit: true });
  expect(kinds.get("ws/my-hooks")).toEqual(["read-only"]);
  expect(kinds.get("ws/team.gitconfig")).toEqual(["read-only"]);
  const later = place({ ...REPOSITORY, "ws/.git/config": config }).plan({ usesGit: true });
  expect(later.kinds.get("ws/my-hooks")).toEqual(["absent-folder"]);
  expect(later.kinds.get("ws/team.gitconfig")).toEqual(["absent-file"]);
});

test("a linked worktree may write to the repository it belongs to, and to its own part of it", () => {
  const { root, plan } = place({
    "main/.git/HEAD": "ref: refs/heads/main\n",
    "main/.git/config": "",
    "main/.git/worktrees/w/HEAD": "ref: refs/heads/w\n",
    "main/.git/worktrees/w/commondir": "../..\n",
    "main/.git/worktrees/w/gitdir": "",
  });
  writeFileSync(join(root, "ws/.git"), `gitdir: ${root}/main/.git/worktrees/w\n`);
  const { kinds } = plan({ usesGit: true });
  expect(kinds.get("ws/.git")).toEqual(["read-only"]);
  expect(kinds.get("main/.git")).toEqual(["writable"]);
  expect(kinds.get("main/.git/config")).toEqual(["read-only"]);
  expect(kinds.get("main/.git/worktrees")).toEqual(["read-only"]);
  expect(kinds.get("main/.git/worktrees/w")).toEqual(["writable"]);
  expect(kinds.get("main/.git/worktrees/w/commondir")).toEqual(["read-only"]);
});

test("a protected link is remembered, and what it leads to inside the workspace is protected", () => {
  const { root, plan } = place({ "ws/shared/settings.json": "{}" });
  symlinkSync("shared", join(root, "ws/.claude"));
  const { kinds, links } = plan();
  expect(links).toEqual([{ path: join(root, "ws/.claude"), target: "shared" }]);
  expect(kinds.get("ws/shared")).toEqual(["read-only"]);
});

test("a home may be a workspace, with its start files protected; what lies above it is not made writable", () => {
  const { root, plan } = place({ "home/.bashrc": "" });
  const { kinds } = plan({ roots: [join(root, "home")] });
  expect(kinds.get("home")).toEqual(["writable"]);
  expect(kinds.get("home/.bashrc")).toEqual(["read-only"]);
  expect(kinds.get("home/.zshenv")).toEqual(["absent-file"]);
  expect(kinds.get("home/.ssh")).toEqual(["absent-folder"]);
  expect(plan({ roots: [root] }).mounts.filter(({ kind }) => kind === "writable")).toEqual([]);
  expect(plan({ roots: ["/"] }).mounts.filter(({ kind }) => kind === "writable")).toEqual([]);
});

test("outer mounts come before inner ones, and the stricter of two last", () => {
  const { plan } = place({ ...REPOSITORY, "ws/vendor/sub/.git/HEAD": "ref: x\n", "ws/vendor/sub/.git/config": "" });
  const { mounts } = plan({ usesGit: true, nested: [] });
  const depths = mounts.map(({ path }) => path.split("/").length);
  expect(depths).toEqual([...depths].sort((a, b) => a - b));
});

test("the profile for macOS allows writes in the workspace, denies them in what is protected, and denies the network", () => {
  const { root, plan } = place({ "home/.ssh/id": "key" });
  const lines = seatbeltProfile({ mounts: plan().mounts, temporary: "/private/tmp/x" }).split("\n");
  const at = (line: string) => lines.indexOf(line);
  expect(lines).toContain("(deny network*)");
  expect(at(`(allow file-write* (subpath "${root}/ws"))`)).toBeGreaterThan(at("(deny file-write*)"));
  expect(at(`(deny file-write* (subpath "${root}/ws/.claude"))`)).toBeGreaterThan(
    at(`(allow file-write* (subpath "${root}/ws"))`),
  );
  expect(lines).toContain(`(deny file-read* file-write* (subpath "${root}/home/.ssh"))`);
});
