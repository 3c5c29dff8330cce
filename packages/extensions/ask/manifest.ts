import type { ExtensionManifest } from "@tau/coding-agent";
import { ask } from "./tool.ts";

/** `ask`: the model asks the user a question with options. Only in modes that can show a question. */
export const manifest: ExtensionManifest = {
  name: "ask",
  description: "Lets the model ask you a question with options to choose from, instead of guessing",
  modes: ["tui", "rpc"],
  tools: [ask],
  draws: { tools: ["ask"] },
  settings: {
    ask: {
      type: "object",
      description: "Questions of the model.",
      properties: {
        timeout: {
          type: "number",
          minimum: 0,
          default: 30,
          description:
            "Seconds until the recommended answer is taken, if no key was pressed. 0 waits for ever, as plan mode does.",
        },
        notify: {
          type: "string",
          enum: ["on", "off"],
          default: "on",
          description: "Whether the terminal notifies you of a question while you look at another window.",
        },
      },
    },
  },
  load: () => import("./index.ts"),
};
