import type { ToolManifest } from "@tau/coding-agent";

/** The tool definition for the model. */
export const terminal = {
  name: "terminal",
  label: "Terminal",
  description:
    "Runs a shell command in a terminal that the user sees and types into: programs that ask questions, draw a full screen or need a tty, such as a sign-in, git rebase -i, a debugger or a REPL. You cannot type into it. Returns what the terminal shows at the end. For everything else use bash.",
  loadout: "found",
  parameters: {
    type: "object",
    properties: {
      command: { type: "string", description: "Shell command to run" },
      timeout: {
        type: "number",
        exclusiveMinimum: 0,
        description: "Seconds after which it is ended; no limit if absent",
      },
    },
    required: ["command"],
  },
  executionMode: "sequential",
  // In the manifest, so that the command is judged before the code is loaded.
  describe: (args: unknown) =>
    ({ effect: "execute", command: (args as TerminalParams).command, isConfined: true }) as const,
} satisfies ToolManifest;

export interface TerminalParams {
  readonly command: string;
  readonly timeout?: number;
}
