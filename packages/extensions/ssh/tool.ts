import type { ToolManifest } from "@tau/coding-agent";
import { description } from "./description.ts";

export const MAX_TIMEOUT_SECONDS = 3600;
export const DEFAULT_TIMEOUT_SECONDS = 60;

export interface SshArguments {
  readonly host: string;
  readonly command: string;
  readonly cwd?: string;
  readonly timeout?: number;
}

/** The tool definition for the model. */
export const ssh = {
  name: "ssh",
  label: "ssh",
  description,
  // The code adds the names of the hosts.
  isDescribedByCode: true,
  loadout: "found",
  parameters: {
    type: "object",
    properties: {
      host: { type: "string", description: "The name of a host in ssh.json" },
      command: { type: "string", description: "For the shell of that machine" },
      cwd: { type: "string", description: "The folder there. Default: the home folder" },
      timeout: { type: "number", description: "Seconds, 1 to 3600. Default 60" },
    },
    required: ["host", "command"],
  },
  executionMode: "sequential",
  describe: (args: unknown) => ({ effect: "execute", host: (args as Partial<SshArguments>).host ?? "" }) as const,
} satisfies ToolManifest;
