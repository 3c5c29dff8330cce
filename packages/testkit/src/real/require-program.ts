import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

/** External programs that tests run, with the Debian package that contains each, and folders to search besides `PATH`. */
const PROGRAMS = {
  git: { debian: "git", folders: [] },
  "git-daemon": { debian: "git", folders: ["/usr/lib/git-core", "/usr/libexec/git-core"] },
  ssh: { debian: "openssh-client", folders: [] },
  "ssh-keygen": { debian: "openssh-client", folders: [] },
  sshd: { debian: "openssh-server", folders: ["/usr/sbin"] },
  bwrap: { debian: "bubblewrap", folders: [] },
  chromium: { debian: "chromium", folders: [] },
  clangd: { debian: "clangd", folders: [] },
  go: { debian: "golang-go", folders: [] },
  gopls: { debian: "gopls", folders: [] },
  busybox: { debian: "busybox", folders: [] },
  fish: { debian: "fish", folders: [] },
  mksh: { debian: "mksh", folders: [] },
  tmux: { debian: "tmux", folders: [] },
  tcsh: { debian: "tcsh", folders: [] },
  zsh: { debian: "zsh", folders: [] },
  dlv: { debian: "delve", folders: [] },
  gcc: { debian: "gcc", folders: [] },
  "lldb-dap-19": { debian: "lldb-19", folders: [] },
  // A link to the adapter in the folder of the interpreter's packages.
  "debugpy/adapter": { debian: "python3-debugpy", folders: ["/usr/lib/python3/dist-packages"] },
  python3: { debian: "python3", folders: [] },
} as const satisfies Record<string, { readonly debian: string; readonly folders: readonly string[] }>;

/** npm packages that tests use but nothing here is built with. */
const PACKAGES = {
  "axe-core": "4.14.0",
  "bash-language-server": "5.8.1",
  "playwright-core": "1.65.0",
  pyright: "1.1.414",
  // The last major version with the server that typescript-language-server needs.
  typescript: "5.9.3",
  "typescript-language-server": "5.3.0",
  "vscode-langservers-extracted": "4.10.0",
} as const;

/** The part of the test context that ends a test and marks it as skipped for a reason. */
export interface Skip {
  skip(why: string): never;
}

/** Resolves to the path of a program. If it is missing, installs it as root; for other users the test is skipped. */
export async function requireProgram(name: keyof typeof PROGRAMS, { skip }: Skip): Promise<string> {
  const { debian, folders } = PROGRAMS[name];
  const places = [...(process.env.PATH ?? "").split(delimiter), ...folders];
  const found = await findIn(places, name);
  if (found !== undefined) return found;
  if (process.getuid?.() !== 0) skip(`${name} is not installed; apt-get install ${debian} brings it`);
  await installFromDebian(debian).catch((error: Error) => skip(`${debian} cannot be installed: ${reasonOf(error)}`));
  return (await findIn(places, name)) ?? skip(`${debian} brings no ${name} here`);
}

/** Resolves to the folder of a package, in a cache outside the tree that later runs reuse. */
export async function requirePackage(name: keyof typeof PACKAGES, { skip }: Skip): Promise<string> {
  const version = PACKAGES[name];
  const root = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "tau-real", `${name}@${version}`);
  const folder = join(root, "node_modules", name);
  if (await isThere(folder)) return folder;
  await mkdir(join(root, ".."), { recursive: true });
  // Installs into a temporary folder first, so that an interrupted run leaves no partial package.
  const fresh = await mkdtemp(`${root}.`);
  try {
    const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-save", "--prefix", fresh];
    await run("npm", ["install", ...flags, `${name}@${version}`]);
    await rename(fresh, root);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    if (!(await isThere(folder))) skip(`${name} cannot be installed: ${reasonOf(error as Error)}`);
  }
  return folder;
}

const run = promisify(execFile);

let updated: Promise<unknown> | undefined;

async function installFromDebian(debian: string): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  updated ??= run("apt-get", ["update", "-qq"], { env });
  await updated;
  await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", debian], { env, maxBuffer: 1 << 26 });
}

async function findIn(folders: readonly string[], name: string): Promise<string | undefined> {
  for (const folder of folders) if (await isThere(join(folder, name), constants.X_OK)) return join(folder, name);
  return undefined;
}

async function isThere(path: string, mode?: number): Promise<boolean> {
  return await access(path, mode).then(
    () => true,
    () => false,
  );
}

/** Returns the last line that a failed program wrote. */
function reasonOf(error: Error): string {
  const said = "stderr" in error ? String(error.stderr).trim() : "";
  return said.split("\n").at(-1) || error.message.split("\n")[0] || "no reason was given";
}
