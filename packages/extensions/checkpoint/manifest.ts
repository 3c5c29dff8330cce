import type { ExtensionManifest } from "@tau/coding-agent";
import { checkpoint, rewind } from "./tools.ts";

/** `checkpoint`: the model explores and then keeps only a report in its context. */
export const manifest: ExtensionManifest = {
  name: "checkpoint",
  description: "Lets the model explore and then drop the exploration from its context, keeping a report",
  when: { setting: "checkpoint.enabled" },
  tools: [checkpoint, rewind],
  settings: {
    checkpoint: {
      type: "object",
      description: "Explorations of which only a report is kept.",
      properties: {
        enabled: {
          type: "boolean",
          default: false,
          description: "Whether the model has the tools checkpoint and rewind.",
        },
      },
    },
  },
  load: () => import("./index.ts"),
};
