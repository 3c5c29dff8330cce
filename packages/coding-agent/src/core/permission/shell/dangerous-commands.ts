import { basename, dirname, join, resolve } from "node:path";
import { linkTarget } from "../../files/link-target.ts";
import { filesMatched } from "../matched-secrets.ts";
import { isWithin } from "../rule-paths.ts";
import { runsDownload } from "./downloaded-programs.ts";
import type { ShellPlace } from "./judge-script.ts";
import { folderAfter } from "./script-folders.ts";
import { lineOf, type ShellScript, type SimpleCommand, type Word } from "./shell-script.ts";
import { baseName, commandsIn } from "./unwrap-command.ts";

type Danger = (command: SimpleCommand, place: ShellPlace) => string | undefined;

/** Commands that destroy data, publish something or control the machine. Each function returns the reason. */
const DANGERS: Readonly<Record<string, Danger>> = {
  rm: removal,
  rmdir: removal,
  find: searchAndRemove,
  ...each(["tee", "cp", "mv", "install", "truncate"], ({ words }) =>
    words.some(({ text }) => DEVICE.test(text)) ? "It overwrites a device." : undefined,
  ),
  shred: (command) => `${lineOf(command)} destroys files beyond recovery.`,
  chmod: recursiveOutside("changes the rights of"),
  chown: recursiveOutside("changes the owner of"),
  dd: ({ words }) =>
    words.some(({ text }) => /^of=\/dev\/(?!null$|stdout$|stderr$)/.test(text)) ? "dd overwrites a device." : undefined,
  git: gitDanger,
  kill: ({ words }) =>
    words.some(({ text }) => text === "-1") && words.length > 2 ? "It ends every process." : undefined,
  ...each(["killall", "pkill"], (command) => `${lineOf(command)} ends processes by name.`),
  ...each(
    [
      "wipefs",
      "fdisk",
      "cfdisk",
      "sfdisk",
      "gdisk",
      "sgdisk",
      "parted",
      "blkdiscard",
      "mkswap",
      "mke2fs",
      "cryptsetup",
    ],
    (command) => `${baseName(command)} changes a disk.`,
  ),
  ...each(["shutdown", "reboot", "poweroff", "halt"], () => "It shuts the machine down."),
  ...each(
    ["su", "pkexec", "passwd", "visudo", "useradd", "userdel", "usermod"],
    (command) => `${baseName(command)} changes who may do what.`,
  ),
  ...each(["crontab", "at", "batch", "systemctl", "launchctl"], (command) => runsLater(command)),
  npm: publishes("publish", "unpublish", "deprecate", "owner", "token", "dist-tag"),
  pnpm: publishes("publish"),
  yarn: publishes("publish", "npm publish"),
  bun: publishes("publish"),
  ...each(["poetry", "uv", "flit", "hatch", "pdm", "deno", "jsr", "lerna", "gradle", "gradlew"], publishes("publish")),
  ...each(["vsce", "ovsx"], publishes("publish", "unpublish")),
  cargo: publishes("publish", "yank", "owner"),
  gem: publishes("push", "yank"),
  twine: publishes("upload"),
  nuget: publishes("push", "delete"),
  dotnet: publishes("nuget push", "nuget delete"),
  mix: publishes("hex.publish"),
  docker: publishes("push", "image push", "system prune", "volume prune"),
  podman: publishes("push"),
  helm: publishes("push", "uninstall"),
  mvn: publishes("deploy"),
  gh: publishes("release create", "release delete", "repo delete", "repo edit", "secret set", "pr merge"),
  terraform: publishes("apply", "destroy"),
  kubectl: publishes("delete", "apply", "drain", "exec"),
  aws: (command) =>
    command.words.some(({ text }) => /^(?:delete|terminate|rm|rb)\b/.test(text)) ? deletes(command) : undefined,
};

/** Block devices: whole disks and their parts. */
const DEVICE = /^\/dev\/(?:sd|nvme|hd|vd|xvd|mmcblk|disk|mapper\/|dm-|md\d)/;

/** Returns the known dangers of a script as sentences; empty if there are none. */
export function dangerOf(script: ShellScript, place: ShellPlace): string[] {
  const found: string[] = [];
  let here = place;
  for (const command of script.commands) {
    for (const started of commandsIn(command)) found.push(...dangersOfCommand(started, here));
    here = { ...here, cwd: folderAfter(command, here) };
  }
  if (runsDownload(script)) found.push("It runs what it downloads.");
  if (script.redirects.some(({ kind, target }) => kind === "write" && DEVICE.test(target.text)))
    found.push("It overwrites a device.");
  if (isForkBomb(script.commands)) found.push("A function starts itself without end.");
  return found;
}

function dangersOfCommand(command: SimpleCommand, place: ShellPlace): string[] {
  const danger = dangerOfCommand(command, place);
  return danger === undefined ? [] : [danger];
}

function dangerOfCommand(command: SimpleCommand, place: ShellPlace): string | undefined {
  const name = baseName(command);
  const elevated = command.wrappers.find((wrapper) => wrapper === "sudo" || wrapper === "doas");
  if (elevated) return `${elevated} runs ${lineOf(command)} as another user.`;
  if (name === undefined) return undefined;
  const module = /^python[\d.]*$/.test(name) ? command.words.findIndex(({ text }) => text === "-m") : -1;
  if (module !== -1) return dangerOfCommand({ ...command, words: command.words.slice(module + 1) }, place);
  if (/^mkfs(?:\.|$)/.test(name)) return `${name} erases a file system.`;
  if (name === "sudo" || name === "doas") return `${name} acts as another user.`;
  return Object.hasOwn(DANGERS, name) ? DANGERS[name]?.(command, place) : undefined;
}

function isForkBomb(commands: readonly SimpleCommand[]): boolean {
  const names = commands.map((command) => baseName(command));
  return names.filter((name) => name === ":").length >= 3 && commands.every(({ words }) => words.length === 1);
}

/**
 * Returns why a removal is dangerous: its target is a root, a folder above one, elsewhere outside, or computed.
 * Removing files inside a root is normal work.
 */
function removal(command: SimpleCommand, place: ShellPlace): string | undefined {
  const [, ...args] = command.words;
  const isRecursive = args.some(
    ({ text }) => /^-[a-zA-Z]*[rR]/.test(text) || /^--recursive/.test(text) || text === "--no-preserve-root",
  );
  if (isRecursive && command.wrappers.some((wrapper) => wrapper === "xargs" || wrapper === "parallel"))
    return `${baseName(command)} removes all that it is sent.`;
  const targets = args.filter(({ text }) => !text.startsWith("-"));
  const bad = targets.find((target) => isOutside(target, place, isRecursive));
  return bad ? `${baseName(command)} removes ${bad.text}, which is not inside the workspace.` : undefined;
}

/** Returns why a search is dangerous: it removes what it finds, and begins outside the workspace. */
function searchAndRemove({ words }: SimpleCommand, { cwd, home, roots }: ShellPlace): string | undefined {
  const texts = words.map(({ text }) => text);
  const removes = texts.some(
    (text, index) =>
      text === "-delete" ||
      (/^-(?:exec|ok)/.test(text) && /^(?:.*\/)?(?:rm|shred|unlink)$/.test(texts[index + 1] ?? "")),
  );
  if (!removes) return undefined;
  const args = words.slice(1).filter(({ text }) => !/^-(?:[HLP]|O\d)$/.test(text));
  const end = args.findIndex(({ text }) => /^[-(!]/.test(text));
  const bad = args.slice(0, end === -1 ? undefined : end).find(({ text, isLiteral }) => {
    if (!isLiteral && !text.startsWith("~")) return true;
    const path = resolve(cwd, text.replace(/^~(?=\/|$)/, home));
    return [path, linkTarget(path)].some((each) => !roots.some((root) => isWithin(root, each)));
  });
  return bad ? `find removes files in ${bad.text}, which is not inside the workspace.` : undefined;
}

function isOutside({ text, isLiteral, isGlob }: Word, { cwd, home, roots }: ShellPlace, isRecursive: boolean): boolean {
  if (!isLiteral && !isGlob) return isRecursive || text.startsWith("~");
  const whole = resolve(cwd, text.replace(/^~(?=\/|$)/, home));
  const leaves = (path: string) => !roots.some((root) => isWithin(root, path) && root !== path);
  if (!isGlob) return leaves(whole) || leaves(reached(whole, text.endsWith("/")));
  // What precedes the pattern says where it begins, and the files that it matches where it leads.
  const start = resolve(
    cwd,
    (text.slice(0, text.lastIndexOf("/", text.search(/[*?[]/)) + 1) || ".").replace(/^~(?=\/|$)/, home),
  );
  if (!roots.some((root) => isWithin(root, start)) || /[*?[].*\/\.\.(?:\/|$)/s.test(text)) return true;
  return filesMatched(whole)?.some((path) => leaves(reached(path, text.endsWith("/")))) ?? true;
}

/** Returns the place of a path behind the links of its folders; if it is opened, also behind a link that it is itself. */
function reached(path: string, isOpened: boolean): string {
  return isOpened ? linkTarget(path) : join(linkTarget(dirname(path)), basename(path));
}

function recursiveOutside(what: string): Danger {
  return (command, place) => {
    const [, ...args] = command.words;
    if (!args.some(({ text }) => /^-[a-zA-Z]*R|^--recursive/.test(text))) return undefined;
    const [, ...targets] = args.filter(({ text }) => !text.startsWith("-"));
    const bad = targets.find((target) => isOutside(target, place, true));
    return bad ? `${baseName(command)} ${what} all of ${bad.text}, which is not inside the workspace.` : undefined;
  };
}

const FORCING = ["--force", "--force-with-lease", "--mirror", "--delete", "--prune"];

function gitDanger(command: SimpleCommand): string | undefined {
  const texts = command.words.map(({ text }) => text);
  const does = (name: string) => actionsOf(command).some(([action]) => action === name);
  // Such settings make another command a push, or a push one that overwrites.
  const settings = texts.filter((text) => /^(?:-c)?(?:alias|remote|push)\./i.test(text) || /^--config-env=/.test(text));
  if (settings.some((text) => /=.*(?:push|\+|mirror|true)/i.test(text)))
    return "It overwrites or deletes history on a remote repository.";
  if (does("push") || does("send-pack")) {
    // A long option may be abbreviated, and a short one joined with others.
    const forces = (text: string) =>
      /^-[a-zA-Z]*[fd]|^\+/.test(text) ||
      (/^--\w\w/.test(text) && FORCING.some((option) => option.startsWith(text.split("=", 1)[0] ?? text)));
    if (texts.some(forces)) return "It overwrites or deletes history on a remote repository.";
    if (texts.some((text) => text.startsWith(":"))) return "It deletes a branch on a remote repository.";
  }
  if (does("filter-branch") || does("filter-repo")) return "It rewrites the history of the repository.";
  if (does("reflog") && texts.includes("expire")) return "It makes lost commits unrecoverable.";
  return undefined;
}

/**
 * Returns the words that may say what a program is to do: those from the first one on that is no option. A word behind
 * an option may be its value, so the words behind that one are returned too.
 */
function actionsOf({ words }: SimpleCommand): string[][] {
  const texts = words.slice(1).map(({ text }) => text);
  const isOption = (text: string | undefined) => text !== undefined && /^[-+]/.test(text);
  const operands = (from: number) => texts.slice(from).filter((text) => !isOption(text));
  const found: string[][] = [];
  for (const [index, text] of texts.entries()) {
    if (isOption(text)) continue;
    found.push(operands(index));
    if (!isOption(texts[index - 1])) break;
  }
  return found;
}

function publishes(...phrases: string[]): Danger {
  return (command) => {
    const lines = actionsOf(command).map((action) => action.join(" "));
    const phrase = phrases.find((each) => lines.some((line) => line === each || line.startsWith(`${each} `)));
    return phrase ? `${baseName(command)} ${phrase} changes what others use.` : undefined;
  };
}

function runsLater(command: SimpleCommand): string | undefined {
  const harmless = /^(?:-l|--list|status|is-active|is-enabled|show|cat|list-\S+)$/;
  return command.words.slice(1).some(({ text }) => harmless.test(text))
    ? undefined
    : `${lineOf(command)} changes what runs on this machine.`;
}

function deletes(command: SimpleCommand): string {
  return `${lineOf(command)} deletes remote data.`;
}

function each(names: readonly string[], danger: Danger): Record<string, Danger> {
  return Object.fromEntries(names.map((name) => [name, danger]));
}
