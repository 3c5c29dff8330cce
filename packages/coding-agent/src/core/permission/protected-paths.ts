import { lstatSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
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

/** What runs later, or says what runs, only in a home. */
export const HOME_FOLDERS: readonly string[] = [".config", ".local", ".ssh", "bin", ".emacs.d", ".vim", "Library"];
export const HOME_FILES: readonly string[] =
  ".bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .gitconfig .vimrc .xinitrc .xprofile .pam_environment".split(
    " ",
  );

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
  ".config/google-chrome-beta",
  ".config/chromium",
  ".config/BraveSoftware",
  ".config/microsoft-edge",
  ".config/vivaldi",
  ".config/opera",
  ".librewolf",
  "snap/firefox",
  "snap/chromium",
  ".var/app/org.mozilla.firefox",
  ".var/app/com.google.Chrome",
  ".var/app/org.chromium.Chromium",
  ".var/app/com.brave.Browser",
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
  "Library/Application Support/BraveSoftware",
  "Library/Application Support/Microsoft Edge",
  "Library/Safari",
  "Library/Cookies",
];

/** Files and folders of Tau's home that may hold keys. */
export function tauSecrets(agentDir: string): string[] {
  return ["auth.json", "models.json", "mcp.json", ".env", "logs"].map((name) => join(agentDir, name));
}

export interface WritePlace {
  readonly home: string;
  /** Absolute paths of the folders in which the model works. */
  readonly roots: readonly string[];
  /** Tau's own folder: its settings say what is permitted, and its extensions run. */
  readonly agentDir?: string;
  /** Files of the workspace that hooks and MCP servers run. */
  readonly started?: readonly string[];
}

/** Returns why a write to this path needs special care; `undefined` for an ordinary path. */
export function protectionOf(path: string, place: WritePlace): string | undefined {
  if (place.agentDir !== undefined && isWithin(place.agentDir, path) && !isPlan(path))
    return "Tau's own files say what is permitted, and can run.";
  if (place.started?.includes(path)) return "A hook or an MCP server runs it with your rights.";
  return protectionByName(path) ?? protectionInHome(path, place);
}

function isPlan(path: string): boolean {
  return path.includes(`${sep}plans${sep}`);
}

/** Returns what protects a file in a home that is itself the folder in which the model works. */
function protectionInHome(path: string, { home, roots }: WritePlace): string | undefined {
  const homes = [home, linkTarget(home)];
  if (!roots.filter((root) => isWithin(root, path)).every((root) => homes.includes(root))) return undefined;
  const [first = ""] = relative(homes.find((each) => isWithin(each, path)) ?? path, path).split(sep);
  if (HOME_FOLDERS.includes(first)) return `Files in ~/${first} can run, or hold keys.`;
  return HOME_FILES.includes(first) ? `${first} is read by programs that run with your rights.` : undefined;
}

function protectionByName(path: string): string | undefined {
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

/** Devices that hold nothing. The others are disks, memory, terminals, cameras and the like. */
const EMPTY_DEVICE = /^\/dev\/(?:null|zero|full|u?random|std(?:in|out|err)|fd\/\d+|shm(?:\/.*)?)$/;
const DEVICE = /^\/dev\/[^/]+|^\/proc\/kcore$/;

/** The folder of a process: its environment and memory hold keys, and its links lead anywhere. */
const PROCESS_FOLDER = /^\/proc\/(?:\d+|self|thread-self)(?=\/|$)(?!\/(?:mounts|mountinfo|net)(?:\/|$))/;

type SecretPlace = PathPlace & { readonly secrets: readonly string[] };

/**
 * Returns the secret file or folder that the path, or the target of a link in it, is or lies in, if any. A path in which
 * links were followed already is not looked up again.
 */
export function secretsAt(
  path: string,
  place: SecretPlace,
  { isFollowed = false }: { readonly isFollowed?: boolean } = {},
): string | undefined {
  const isStream = EMPTY_DEVICE.test(path) && !path.startsWith("/dev/shm");
  const places = isFollowed || isStream ? [path] : [path, linkTarget(path)];
  return places.map(systemSecret).find((found) => found !== undefined) ?? keyPlaceAt(places, place);
}

function systemSecret(path: string): string | undefined {
  return PROCESS_FOLDER.exec(path)?.[0] ?? (EMPTY_DEVICE.test(path) ? undefined : DEVICE.exec(path)?.[0]);
}

function keyPlaceAt(paths: readonly string[], place: SecretPlace): string | undefined {
  const found = secretsOf(place).find(({ places }) =>
    places.some((secret) => paths.some((path) => isWithinAnyCase(secret, path))),
  );
  return found?.path;
}

/** Returns a secret file or folder that a search of a whole folder reads, if any. */
export function secretsBelow(folder: string, place: SecretPlace): string | undefined {
  const folders = [folder, linkTarget(folder)];
  if (folders.some((each) => isWithin(each, "/proc/self"))) return "/proc/self";
  return secretsOf(place).find(({ places }) =>
    places.some((secret) => folders.some((each) => isWithinAnyCase(each, secret))),
  )?.path;
}

/** Returns in a sentence why reading what holds keys needs a question. */
export function reasonToAsk(secret: string): string {
  return secret.startsWith("/dev/") ? `It reads the device ${secret}.` : `It reads ${secret}, where keys are kept.`;
}

interface Secret {
  readonly path: string;
  /** The path itself, and where it lies in fact: a home and places of keys may be links. */
  readonly places: readonly string[];
}

const secretsByPlace = new WeakMap<SecretPlace, readonly Secret[]>();

function secretsOf(place: SecretPlace): readonly Secret[] {
  const known = secretsByPlace.get(place);
  if (known) return known;
  const paths = [...SECRETS.map((each) => inHome(each, place)), ...place.secrets];
  const home = linkTarget(place.home);
  const secrets = paths.map((path) => {
    const places = [path];
    if (home !== place.home && isWithin(place.home, path)) places.push(join(home, relative(place.home, path)));
    // Most do not exist, and a look is cheaper than following links in vain.
    if (lstatSync(path, { throwIfNoEntry: false })) places.push(linkTarget(path));
    return { path, places: [...new Set(places)] };
  });
  secretsByPlace.set(place, secrets);
  return secrets;
}
