import type { ExtensionManifest } from "@tau/coding-agent";
import { SETTINGS } from "./settings.ts";
import { irc } from "./tool.ts";

/** `irc`: agents of one session send each other messages, and ask their parent or the user. */
export const manifest: ExtensionManifest = {
  name: "irc",
  description: "Lets agents send each other messages, and ask the one that started them, or you",
  tools: [irc],
  draws: { tools: ["irc"], messages: ["irc"], entries: ["irc"] },
  settings: SETTINGS,
  load: () => import("./index.ts"),
};
