import type { ExtensionManifest } from "@tau/coding-agent";
import { SETTINGS } from "./settings.ts";
import { recall, reflect, retain } from "./tools.ts";

/** Memories across sessions. Off until the user chooses where they are kept. */
export const manifest: ExtensionManifest = {
  name: "memory",
  description: "Remembers facts across sessions; /memory shows, edits and deletes them",
  when: { setting: "memory.backend", remedy: "tau memory on switches it on" },
  tools: [retain, recall, reflect],
  commands: { memory: { description: "Show, search, edit and delete what is remembered" } },
  subcommand: {
    description: "Switch memory on and off; list, search, add, edit, remove and export memories",
    usage: [
      "tau memory on [local|hindsight]",
      "tau memory off",
      "tau memory [list] [--all]",
      "tau memory search [--all] <words>",
      "tau memory add [--global] <text>",
      "tau memory edit <number> <text>",
      "tau memory remove <number>… | --project | --all",
      "tau memory export [--all] > memories.jsonl",
    ],
    words: ["on", "off", "list", "search", "add", "edit", "remove", "export"],
  },
  events: ["before_agent_start"],
  draws: { messages: ["memory"], tools: ["retain", "recall", "reflect"] },
  settings: SETTINGS,
  load: () => import("./index.ts"),
};
