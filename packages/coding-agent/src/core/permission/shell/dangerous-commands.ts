import { dirname, isAbsolute, relative, resolve } from "node:path";
import type { ShellPlace } from "./judge-script.ts";
import { lineOf, type ShellScript, type SimpleCommand, type Word } from "./shell-script.ts";
import { baseName } from "./unwrap-command.ts";

type Danger = (command: SimpleCommand, place: ShellPlace) => string | undefined;

/** Commands that destroy data, publish something or control the machine. Each function returns the reason. */
const DANGERS: Readonly<Record<string, Danger>> = {
  rm: removal,
  rmdir: removal,
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
    ["wipefs", "fdisk", "sfdisk", "parted", "blkdiscard", "mkswap"],
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
  cargo: publishes("publish", "yank", "owner"),
  gem: publishes("push", "yank"),
  twine: publishes("upload"),
  poetry: publishes("publish"),
  uv: publishes("publish"),
  vsce: publishes("publish", "unpublish"),
  docker: publishes("push", "system prune", "volume prune"),
  podman: publishes("push"),
  helm: publishes("push", "uninstall"),
  mvn: publishes("deploy"),
  gh: publishes("release create", "release delete", "repo delete", "repo edit", "secret set", "pr merge"),
  terraform: publishes("apply", "destroy"),
  kubectl: publishes("delete", "apply", "drain", "exec"),
  aws: (command) =>
    command.words.some(({ text }) => /^(?:delete|terminate|rm|rb)\b/.test(text)) ? deletes(command) : undefined,
};

const DOWNLOADERS: ReadonlySet<string> = new Set(["curl", "wget", "fetch", "aria2c", "http", "https", "nc", "ncat"]);
const INTERPRETERS: ReadonlySet<string> = new Set(
  "sh bash dash zsh ksh fish python python3 perl ruby node deno bun php lua source . eval".split(" "),
);

/** Returns the known dangers of a script as sentences; empty if there are none. */
export function dangerOf({ commands, redirects, unclear }: ShellScript, place: ShellPlace): string[] {
  const found = commands.flatMap((command) => dangerOfCommand(command, place) ?? []);
  if (runsDownload(commands, unclear)) found.push("It runs what it downloads.");
  for (const { kind, target } of redirects)
    if (kind === "write" && /^\/dev\/(?:sd|nvme|hd|vd|mmcblk|disk)/.test(target.text))
      found.push("It overwrites a device.");
  if (isForkBomb(commands)) found.push("A function starts itself without end.");
  return found;
}

function dangerOfCommand(command: SimpleCommand, place: ShellPlace): string | undefined {
  const name = baseName(command);
  const elevated = command.wrappers.find((wrapper) => wrapper === "sudo" || wrapper === "doas");
  if (elevated) return `${elevated} runs ${lineOf(command)} as another user.`;
  if (name === undefined) return undefined;
  if (/^mkfs(?:\.|$)/.test(name)) return `${name} erases a file system.`;
  if (name === "sudo" || name === "doas") return `${name} acts as another user.`;
  return Object.hasOwn(DANGERS, name) ? DANGERS[name]?.(command, place) : undefined;
}

/** Returns whether a download is piped into an interpreter or passed to one as its program. */
function runsDownload(commands: readonly SimpleCommand[], unclear: readonly string[]): boolean {
  const downloads = commands.filter((command) => DOWNLOADERS.has(baseName(command) ?? ""));
  if (downloads.length === 0) return false;
  const interpreters = commands.filter((command) => INTERPRETERS.has(baseName(command) ?? ""));
  const isPiped = interpreters.some(({ pipeline, hasInput, wrappers }) =>
    hasInput ? downloads.some((download) => download.pipeline === pipeline || wrappers.length > 0) : false,
  );
  const isGiven = interpreters.some(({ words }) => words.some(({ text }) => text.startsWith("<(")));
  const isComputed = interpreters.length > 0 && unclear.some((reason) => /runs (?:a text|what|a script)/.test(reason));
  return isPiped || isGiven || isComputed;
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
  const targets = args.filter(({ text }) => !text.startsWith("-"));
  const bad = targets.find((target) => isOutside(target, place, isRecursive));
  return bad ? `${baseName(command)} removes ${bad.text}, which is not inside the workspace.` : undefined;
}

function isOutside({ text, isLiteral, isGlob }: Word, { cwd, home, roots }: ShellPlace, isRecursive: boolean): boolean {
  if (!isLiteral && !isGlob) return isRecursive || text.startsWith("~");
  const plain = isGlob ? dirname(text.slice(0, text.search(/[*?[]/)) || ".") : text;
  const path = resolve(cwd, plain.replace(/^~(?=\/|$)/, home));
  const isBelow = (root: string) => {
    const way = relative(root, path);
    return !way.startsWith("..") && !isAbsolute(way) && (way !== "" || isGlob === true);
  };
  return !roots.some(isBelow);
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

function gitDanger(command: SimpleCommand): string | undefined {
  const texts = command.words.map(({ text }) => text);
  const subcommand = texts.slice(1).find((text) => !text.startsWith("-") && !text.includes("="));
  if (subcommand === "push") {
    if (
      texts.some(
        (text) =>
          /^(?:-f|--force(?:-with-lease)?(?:=.*)?|--mirror|--delete|-d|--prune)$/.test(text) || /^\+/.test(text),
      )
    )
      return "It overwrites or deletes history on a remote repository.";
    if (texts.some((text) => /^:/.test(text))) return "It deletes a branch on a remote repository.";
  }
  if (subcommand === "filter-branch" || subcommand === "filter-repo")
    return "It rewrites the history of the repository.";
  if (subcommand === "reflog" && texts.includes("expire")) return "It makes lost commits unrecoverable.";
  return undefined;
}

function publishes(...phrases: string[]): Danger {
  return (command) => {
    const texts = command.words.slice(1).flatMap(({ text }) => (text.startsWith("-") ? [] : [text]));
    const line = texts.join(" ");
    const phrase = phrases.find((each) => line === each || line.startsWith(`${each} `));
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
