import type { ExtensionManifest } from "@tau/coding-agent";
import { terminal } from "./tool.ts";

/** `terminal`: commands of the model that need a terminal, and often the user. */
export const manifest: ExtensionManifest = {
  name: "terminal",
  description: "Runs interactive programs in a terminal that you see and type into",
  modes: ["tui"],
  tools: [terminal],
  load: () => import("./index.ts"),
};
