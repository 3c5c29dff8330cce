import type { ExtensionManifest } from "@tau/coding-agent";
import { ssh } from "./tool.ts";

/** `ssh`: commands on other machines, and sessions whose tools all work there. */
export const manifest: ExtensionManifest = {
  name: "ssh",
  description:
    "Runs commands on the machines of ssh.json, and whole sessions in a folder of another machine: tau --ssh host:/path",
  when: { sshHosts: true },
  tools: [ssh],
  flags: {
    ssh: {
      type: "string",
      description: "Work in a folder of another machine, over ssh: host:/path or user@host:/path",
    },
  },
  services: ["workspace:ssh"],
  lateEvents: ["session_start", "session_shutdown"],
  load: () => import("./index.ts"),
};
