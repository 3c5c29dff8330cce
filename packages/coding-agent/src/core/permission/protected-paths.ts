import { basename, join, sep } from "node:path";
import { linkTarget } from "../files/link-target.ts";
import { inHome, isWithin, type PathPlace } from "./rule-paths.ts";

/** Folders whose files run later outside any sandbox: code that a model writes there runs with the user's rights. */
export const PROTECTED_FOLDERS: ReadonlySet<string> = new Set(
  ".git .tau .pi .omp .claude .codex .gemini .cursor .opencode .agents .vscode .idea .husky .devcontainer .cargo .mvn .yarn".split(
    " ",
  ),
);

/** Files with the same effect, in any folder. */
export const PROTECTED_FILES: ReadonlySet<string> = new Set(
  [
    ".bashrc .bash_profile .bash_login .bash_logout .profile .zshrc .zshenv .zprofile .zlogin .kshrc .inputrc",
    ".gitconfig .gitmodules .envrc .npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs .pnp.cjs bunfig.toml .ripgreprc .mcp.json",
    ".pre-commit-config.yaml lefthook.yml .devcontainer.json .bazelrc .claude.json .lsp.json lsp.json",
  ]
    .join(" ")
    .split(" "),
);

/** Subfolders that agents keep inside their own folders and may write to. */
export const OPEN_FOLDERS: readonly string[] = [`.claude${sep}worktrees`, `.tau${sep}plans`];

/** Files and folders in the user's home that hold keys. */
export const SECRETS: readonly string[] = [
  ".ssh",
  ".aws",
  ".gnupg",
  ".kube",
  ".docker/config.json",
  ".config/containers/auth.json",
  ".netrc",
  ".npmrc",
  ".pypirc",
  ".git-credentials",
  ".config/git/credentials",
  ".config/gh",
  ".config/hub",
  ".config/gcloud",
  ".config/op",
  ".azure",
  ".password-store",
  ".local/share/keyrings",
  ".local/share/kwalletd",
  ".mozilla",
  ".thunderbird",
  ".config/google-chrome",
  ".config/chromium",
  ".config/BraveSoftware",
  ".config/microsoft-edge",
  ".vault-token",
  ".cargo/credentials.toml",
  ".gem/credentials",
  ".pgpass",
  ".my.cnf",
  ".s3cfg",
  ".boto",
  ".terraform.d/credentials.tfrc.json",
  ".config/rclone",
  ".config/sops",
  ".config/github-copilot",
  ".local/share/opencode/auth.json",
  ".pi/agent/auth.json",
  ".omp/agent/auth.json",
  ".claude/.credentials.json",
  ".codex/auth.json",
  ".gemini/oauth_creds.json",
  "Library/Keychains",
  "Library/Application Support/Google/Chrome",
  "Library/Application Support/Firefox",
];

/** Files and folders of Tau's home that may hold keys. */
export function tauSecrets(agentDir: string): string[] {
  return ["auth.json", "models.json", "mcp.json", ".env", "logs"].map((name) => join(agentDir, name));
}

/** Returns why a write to this path needs special care; `undefined` for an ordinary path. */
export function protectionOf(path: string): string | undefined {
  const parts = behindOpenFolder(path).toLowerCase().split(sep);
  if (PROTECTED_FILES.has(parts.at(-1) ?? ""))
    return `${basename(path)} is read by programs that run with your rights.`;
  const folder = parts.find((part) => PROTECTED_FOLDERS.has(part));
  return folder === undefined ? undefined : `Files in ${folder} can run with your rights later.`;
}

/** Returns the part of a path inside the last folder that an agent may write to; the whole path if there is none. */
function behindOpenFolder(path: string): string {
  const ends = OPEN_FOLDERS.map((folder) => `${sep}${folder}${sep}`).flatMap((folder) => {
    const at = path.lastIndexOf(folder);
    return at === -1 ? [] : [at + folder.length];
  });
  return path.slice(Math.max(0, ...ends));
}

/** Some systems do not tell small letters from capitals, so none are told apart here. */
function isWithinAnyCase(folder: string, path: string): boolean {
  return isWithin(folder.toLowerCase(), path.toLowerCase());
}

/** Whole disks and memory: root can read every file and key in them. */
const RAW_DEVICE =
  /^\/dev\/(?:mem|kmem|port|disk|mapper|input|(?:sd|hd|vd|xvd|nvme|mmcblk|dm-|md|loop|ram|sg)\w*)(?=\/|$)|^\/proc\/kcore$/;

/** The folder of a process: its environment and memory hold keys, and its links lead anywhere. */
const PROCESS_FOLDER = /^\/proc\/(?:\d+|self|thread-self)(?=\/|$)/;

/**
 * Returns the secret file or folder that the path, or the target of a link in it, is or lies in, if any. A path in which
 * links were followed already is not looked up again.
 */
export function secretsAt(
  path: string,
  place: PathPlace & { readonly secrets: readonly string[] },
  { isFollowed = false }: { readonly isFollowed?: boolean } = {},
): string | undefined {
  const places = isFollowed ? [path] : [path, linkTarget(path)];
  return (
    PROCESS_FOLDER.exec(path)?.[0] ??
    RAW_DEVICE.exec(path)?.[0] ??
    secretsOf(place).find((secret) => places.some((each) => isWithinAnyCase(secret, each)))
  );
}

/** Returns a secret file or folder that a search of a whole folder reads, if any. */
export function secretsBelow(
  folder: string,
  place: PathPlace & { readonly secrets: readonly string[] },
): string | undefined {
  const places = [folder, linkTarget(folder)];
  if (places.some((each) => isWithin(each, "/proc/self"))) return "/proc/self";
  return secretsOf(place).find((secret) => places.some((each) => isWithinAnyCase(each, secret)));
}

function secretsOf(place: PathPlace & { readonly secrets: readonly string[] }): string[] {
  return [...SECRETS.map((each) => inHome(each, place)), ...place.secrets];
}
