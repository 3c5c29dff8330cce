import type { ExtensionManifest } from "@tau/coding-agent";
import { SETTINGS } from "./settings.ts";
import { task } from "./tool.ts";

/** `task`: lets the model delegate work to agents, each in a child session of the user's session. */
export const manifest: ExtensionManifest = {
  name: "task",
  description: "Lets the model hand work to agents that run in parallel; /agents shows them",
  tools: [task],
  commands: { agents: { description: "Show the agents at work and those that are done; steer or stop one" } },
  // The description of the tool names the built-in agents, and this event adds those of files.
  events: ["before_agent_start"],
  eventsWhen: { agents: true },
  lateEvents: ["session_shutdown"],
  draws: { tools: ["task"] },
  settings: SETTINGS,
  load: () => import("./index.ts"),
};
