import type { ExtensionManifest } from "@tau/coding-agent";
import { SETTINGS } from "./settings.ts";
import { debug } from "./tool.ts";

/** `debug`: a debugger for the model, by debug adapters. No adapter is started before the first use. */
export const manifest: ExtensionManifest = {
  name: "debug",
  description: "A debugger for the model: breakpoints, stepping, variables, memory",
  tools: [debug],
  draws: { tools: ["debug"] },
  settings: SETTINGS,
  assets: ["relay.ts"],
  load: () => import("./index.ts"),
};
