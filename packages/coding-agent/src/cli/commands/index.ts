import type { Command } from "./command.ts";

export type { Command } from "./command.ts";

/** Every command of `tau`, in the order in which the help shows them. */
export const commands: readonly Command[] = [
  {
    name: "install",
    summary: "Install a package of extensions, skills, prompts and themes",
    usage: ["tau install <npm:name | git:url | path> [--local]"],
    load: () => import("./install.ts"),
  },
  {
    name: "remove",
    summary: "Remove a package",
    usage: ["tau remove <source> [--local]"],
    load: () => import("./remove.ts"),
  },
  {
    name: "uninstall",
    summary: "The same as remove",
    usage: ["tau uninstall <source> [--local]"],
    load: () => import("./remove.ts"),
  },
  {
    name: "update",
    summary: "Bring packages, or Tau itself, to their newest version",
    usage: [
      "tau update [source]",
      "tau update --extensions",
      "tau update --self",
      "tau update --models",
      "tau update --all",
    ],
    load: () => import("./update.ts"),
  },
  { name: "list", summary: "List the packages", usage: ["tau list"], load: () => import("./list.ts") },
  {
    name: "config",
    summary: "Choose the resources to use, read and change settings",
    usage: [
      "tau config [--local]",
      "tau config list",
      "tau config get <key>",
      "tau config set <key> <value> [--local]",
      "tau config unset <key>",
      "tau config path",
      "tau config resources",
      "tau config enable|disable <name> [--local]",
    ],
    words: ["list", "get", "set", "unset", "path", "resources", "enable", "disable"],
    load: () => import("./config.ts"),
  },
  {
    name: "sessions",
    summary: "List, search and clean up sessions",
    usage: [
      "tau sessions list [--all] [--json] [--session-dir <folder>]",
      "tau sessions search <words> [--all]",
      "tau sessions gc [--older-than <days>] [--larger-than <MB>] [--delete]",
    ],
    words: ["list", "search", "gc"],
    load: () => import("./sessions.ts"),
  },
  {
    name: "undo",
    summary: "Undo what the last run of a session changed",
    usage: ["tau undo [--files] [--skip-conflicts] [--redo] [--session <path or id>]"],
    load: () => import("./undo.ts"),
  },
  {
    name: "export",
    summary: "Write a session as .html, .md or .jsonl",
    usage: ["tau export <session> [file]"],
    load: () => import("./export.ts"),
  },
  {
    name: "import",
    summary: "Import settings and sessions of another agent",
    usage: [
      "tau import <pi | omp | claude | codex> [--from <folder>] [--credentials] [--dry-run]",
      "tau import --undo [--dry-run]",
    ],
    words: ["pi", "omp", "claude", "codex"],
    load: () => import("./import.ts"),
  },
  {
    name: "auth",
    summary: "Show credentials",
    usage: [
      "tau auth check [provider] [--model <model>] [--json] [--credentials] [--no-refresh]",
      "tau auth print-api-key <provider>",
      "tau auth print-bearer-token <provider> [--min-expiry <30m>]",
    ],
    words: ["check", "print-api-key", "print-bearer-token"],
    load: () => import("./auth.ts"),
  },
  {
    name: "setup",
    summary: "Install the packages that a battery needs",
    usage: ["tau setup [battery]"],
    load: () => import("./setup.ts"),
  },
  {
    name: "doctor",
    summary: "Show what is configured, found and missing, and how to fix it",
    usage: ["tau doctor [--online]"],
    load: () => import("./doctor.ts"),
  },
  {
    name: "sandbox",
    summary: "Show the sandbox of commands, or run a command in it",
    usage: ["tau sandbox status", "tau sandbox run -- <command> [argument ...]"],
    words: ["status", "run"],
    load: () => import("./sandbox.ts"),
  },
  {
    name: "help",
    summary: "Show this help, or that of a command",
    usage: ["tau help [command]"],
    load: () => import("./help.ts"),
  },
  {
    name: "completion",
    summary: "Print the completion script of your shell",
    usage: ["tau completion <bash | zsh | fish>"],
    words: ["bash", "zsh", "fish"],
    load: () => import("./completion.ts"),
  },
];
