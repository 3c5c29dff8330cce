import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  lchownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  type Stats,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline";

/** What must not be seen inside: in files, in environments, in descriptors, behind sockets. */
export const CANARY = "CANARY-7f3a";

export interface Place extends AsyncDisposable {
  readonly root: string;
  readonly workspace: string;
  readonly home: string;
  readonly agentDir: string;
  readonly outside: string;
  readonly port: number;
  readonly abstractName: string;
  readonly victim: number;
  /** Runs a command; `onText` is called with the output so far, whenever there is more. */
  run(command: string, onText?: (text: string) => void): Promise<Ran>;
  /** Everything that a command must not change, as one comparable value. */
  state(): Record<string, string>;
  /** How many clients reached a server outside. */
  reached(): number;
  /** Ends the driver, and lists what is in the workspace besides what was put there. */
  leftovers(): Promise<string[]>;
}

export interface Ran {
  readonly output: string;
  readonly outcome: { readonly ended: string; readonly exitCode: number } | undefined;
}

const CONFIG =
  "[core]\n\trepositoryformatversion = 0\n\tbare = false\n[user]\n\tname = t\n\temail = t@example.invalid\n";

/** A workspace with a repository, a home with secrets, servers and a process beside them, all of one user. */
export async function openPlace(uid: number, { sandboxed = true } = {}): Promise<Place> {
  const isRoot = process.getuid?.() === 0;
  // Outside of the temp folders, which a sandbox replaces as a whole.
  const root = mkdtempSync(join(isRoot ? "/opt" : homedir(), "tau-escapes-"));
  chmodSync(root, 0o755);
  const [workspace, home, agentDir, outside] = ["ws", "home", "tau", "outside"].map((name) => join(root, name)) as [
    string,
    string,
    string,
    string,
  ];
  fill(root, workspace);
  let reached = 0;
  const serve = async (path: string | number): Promise<Server> => {
    const server = createServer((client) => {
      reached++;
      client.on("error", () => undefined).end(CANARY);
    });
    await new Promise<void>((resolve) =>
      typeof path === "number" ? server.listen(path, "127.0.0.1", resolve) : server.listen(path, resolve),
    );
    return server;
  };
  const abstractName = `tau-escape-${process.pid}-${uid}-${Date.now()}`;
  const tcp = await serve(0);
  const servers = [
    tcp,
    await serve(join(outside, "agent.sock")),
    await serve(join(workspace, "in-workspace.sock")),
    await serve(`\0${abstractName}`),
  ];
  const { port } = tcp.address() as { port: number };
  if (isRoot) own(root, uid);
  const environment = {
    PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
    HOME: home,
    TAU_HOME: agentDir,
    LANG: "C.UTF-8",
    ANTHROPIC_API_KEY: `${CANARY}-key`,
    AWS_SECRET_ACCESS_KEY: `${CANARY}-aws`,
    GITHUB_TOKEN: `${CANARY}-token`,
    SSH_AUTH_SOCK: join(outside, "agent.sock"),
    DOCKER_HOST: `unix://${join(outside, "agent.sock")}`,
  };
  const identity = isRoot ? { uid, gid: uid } : {};
  const victim = spawn("sleep", ["600"], { env: { SECRET: CANARY }, stdio: "ignore", cwd: "/", ...identity });
  const driver = startDriver(
    [workspace, agentDir, sandboxed ? "" : "without"],
    environment,
    identity,
    join(outside, "fd.txt"),
  );
  const endDriver = async () => {
    driver.child.stdin?.end();
    if (driver.child.exitCode === null) await once(driver.child, "exit");
  };
  return {
    root,
    workspace,
    home,
    agentDir,
    outside,
    port,
    abstractName,
    victim: victim.pid ?? 0,
    run: driver.run,
    state: () => stateOf({ root, workspace, home, agentDir, outside, victim }),
    reached: () => reached,
    async leftovers() {
      await endDriver();
      const names = [...readdirSync(workspace), ...readdirSync(join(workspace, ".git")).map((name) => `.git/${name}`)];
      return names
        .filter((name) => GUARDED.test(name) || /commondir|config\.worktree/.test(name))
        .filter((name) => !PUT.has(name));
    },
    async [Symbol.asyncDispose]() {
      await endDriver();
      victim.kill("SIGKILL");
      for (const server of servers) server.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function fill(root: string, workspace: string): void {
  const files: Record<string, string> = {
    "home/.ssh/id_ed25519": CANARY,
    "home/.aws/credentials": CANARY,
    "home/.gnupg/private-keys-v1.d/k.key": CANARY,
    "home/.netrc": CANARY,
    "home/.config/gh/hosts.yml": CANARY,
    "home/.config/gcloud/credentials.db": CANARY,
    "home/.config/google-chrome/Default/Cookies": CANARY,
    "home/.mozilla/firefox/p/logins.json": CANARY,
    "home/.local/share/keyrings/login.keyring": CANARY,
    "home/.docker/config.json": CANARY,
    "home/.git-credentials": CANARY,
    "home/.kube/config": CANARY,
    "home/.bashrc": "# rc\n",
    "home/.profile": "# profile\n",
    "home/.gitconfig": "[user]\n\tname = u\n",
    "tau/auth.json": CANARY,
    "tau/models.json": "{}",
    "tau/.env": `KEY=${CANARY}`,
    "tau/settings.json": "{}",
    "outside/file.txt": "outside\n",
    "outside/fd.txt": `${CANARY}-descriptor`,
    "outside/folder/inner.txt": "inner\n",
    "outside/readable.txt": "readable\n",
    "ws/src/a.txt": "a\n",
    "ws/package.json": "{}\n",
    "ws/.git/HEAD": "ref: refs/heads/main\n",
    "ws/.git/config": CONFIG,
    "ws/.git/hooks/pre-commit.sample": "#!/bin/sh\n",
    "ws/.git/modules/m/HEAD": "ref: refs/heads/main\n",
    "ws/.git/modules/m/config": CONFIG,
    "ws/.git/worktrees/w/HEAD": "ref: refs/heads/w\n",
    "ws/.git/worktrees/w/commondir": "../..\n",
    "ws/.git/worktrees/w/gitdir": "/nowhere/.git\n",
    "ws/vendor/sub/.git/HEAD": "ref: refs/heads/main\n",
    "ws/vendor/sub/.git/config": CONFIG,
    "ws/vendor/sub/.git/hooks/x.sample": "#!/bin/sh\n",
    "ws/m/.git": "gitdir: ../.git/modules/m\n",
    "ws/.vscode/settings.json": "{}\n",
    "ws/.npmrc": "fund=false\n",
    "ws/.husky/pre-commit": "true\n",
    "ws/agents/claude.json": "{}\n",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  for (const path of ["objects", "refs/heads"]) {
    for (const repository of [".git", ".git/modules/m", "vendor/sub/.git"])
      mkdirSync(join(workspace, repository, path), { recursive: true });
  }
  symlinkSync("../outside", join(workspace, "way-out"));
  symlinkSync("../outside/file.txt", join(workspace, "file-out"));
  symlinkSync("../home/.ssh/id_ed25519", join(workspace, "key"));
  symlinkSync("agents", join(workspace, ".codex"));
  linkSync(join(root, "outside/readable.txt"), join(root, "outside/readable-2.txt"));
}

function own(path: string, uid: number): void {
  lchownSync(path, uid, uid);
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) own(join(path, name), uid);
}

function startDriver(args: string[], env: Record<string, string>, identity: object, descriptor: string) {
  // A descriptor stays open in the driver, as it would in a Tau that was started with it. Node closes those that it finds in a row.
  const open = 'exec 40<"$0"; exec "$@"';
  const node = [process.execPath, "--conditions=@tau/source", join(import.meta.dirname, "driver.ts")];
  const child: ChildProcess = spawn("/bin/bash", ["-c", open, descriptor, ...node, ...args], {
    cwd: "/",
    env,
    stdio: ["pipe", "pipe", "inherit"],
    ...identity,
  });
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  const run = async (command: string, onText?: (text: string) => void): Promise<Ran> => {
    child.stdin?.write(`${JSON.stringify({ command })}\n`);
    let output = "";
    for (;;) {
      const { value, done } = await lines.next();
      if (done) return { output: `${output}\nthe driver ended`, outcome: undefined };
      const said = JSON.parse(value) as { data?: string; outcome?: Ran["outcome"]; failure?: string };
      if (said.failure !== undefined) return { output: `${output}${said.failure}`, outcome: undefined };
      if (said.outcome) return { output, outcome: said.outcome };
      output += said.data ?? "";
      onText?.(output);
    }
  };
  return { child, run };
}

const SYSTEM_FILES = [
  "/etc/passwd",
  "/etc/crontab",
  "/etc/ld.so.preload",
  "/proc/sys/kernel/core_pattern",
  "/proc/sys/kernel/hostname",
  "/proc/sys/kernel/domainname",
  "/proc/sys/vm/swappiness",
];

function stateOf(
  place: Pick<Place, "root" | "workspace" | "home" | "agentDir" | "outside"> & { victim: ChildProcess },
) {
  const { workspace, home, agentDir, outside, victim } = place;
  const state: Record<string, string> = {
    victim: victim.exitCode === null && victim.signalCode === null ? "alive" : "dead",
  };
  const isOwn = (path: string) => path === join(agentDir, "sandbox") || path === join(agentDir, "logs");
  for (const path of [home, agentDir, outside]) look(path, state, isOwn);
  // What git may write; what makes it start programs is as it was.
  const isGits = (path: string) =>
    /\.git\/(?!(?:config|config\.worktree|hooks|commondir|gitdir|modules|worktrees)(?:\/|$))/.test(path);
  for (const name of readdirSync(workspace).filter((each) => GUARDED.test(each)))
    look(join(workspace, name), state, isGits);
  look(join(workspace, "vendor/sub/.git"), state, isGits);
  look(join(workspace, "m/.git"), state, isGits);
  for (const path of SYSTEM_FILES) state[path] = existsSync(path) ? readFileSync(path, "utf8") : "missing";
  for (const folder of [
    "/tmp",
    "/var/tmp",
    "/run",
    "/dev/shm",
    "/etc",
    "/sys/fs/cgroup",
    "/dev",
    "/usr/bin",
    "/var/spool/cron",
  ])
    state[folder] = existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => /tau-escape-made/.test(name))
          .join(" ")
      : "";
  return state;
}

/** Guarded names that the workspace has from the start. */
const PUT: ReadonlySet<string> = new Set([".git", ".vscode", ".npmrc", ".husky", ".codex", "agents"]);

const GUARDED =
  /^(?:\.git|\.tau|\.pi|\.omp|\.claude|\.codex|\.gemini|\.cursor|\.opencode|\.agents|\.vscode|\.idea|\.husky|\.devcontainer|\.cargo|\.mvn|\.yarn|\.mcp\.json|\.envrc|\.npmrc|HEAD|agents)$/;

function look(path: string, state: Record<string, string>, leftOut: (path: string) => boolean): void {
  if (leftOut(path)) return;
  try {
    const stats = lstatSync(path);
    if (isPlaceholder(path, stats)) return;
    const mode = stats.mode.toString(8);
    if (stats.isSymbolicLink()) state[path] = `link ${readlinkSync(path)}`;
    else if (stats.isFile()) state[path] = `${mode} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`;
    else state[path] = mode;
    if (stats.isDirectory()) for (const name of readdirSync(path)) look(join(path, name), state, leftOut);
  } catch (error) {
    // A placeholder goes when the process that was left behind ends, which can be at any moment.
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    delete state[path];
  }
}

/** What a mount lies on while a process that a command left behind is alive. */
function isPlaceholder(path: string, stats: Stats): boolean {
  if (stats.isDirectory()) return GUARDED.test(basename(path)) && readdirSync(path).length === 0;
  return /\.git\/(?:commondir|config\.worktree)$/.test(path) && (stats.mode & 0o777) === 0o444 && stats.size <= 2;
}

/** Whether bubblewrap can be used by this user. */
export function canConfine(bwrap: string, uid: number): boolean {
  const identity = process.getuid?.() === 0 ? { uid, gid: uid } : {};
  const args = ["--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "true"];
  return spawnSync(bwrap, args, { cwd: "/", ...identity }).status === 0;
}
