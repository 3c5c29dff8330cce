const SINCE_1_5 = "pi's newest complete release on the registry does not have it yet";
const TERMINAL = "it needs a terminal of its own; the tests of the screen drive it in one";
const WINDOWS = "it runs on Windows only";
const WHOLE_PROGRAM = "it takes over the process; the tests of the command line run it";

/** Exports that no subject runs on both sides, and why. */
export const notComparable: Readonly<Record<string, string>> = {
  "agent.DEFAULT_AGENT_IDENTITY": SINCE_1_5,
  "agent.runToolCall": SINCE_1_5,
  "agent.streamProxy": "it speaks to a server of pi's own protocol, which has no published description",
  "tui.ProcessTerminal": TERMINAL,
  "tui.getNativeClipboard": "it depends on the desktop that the process runs on",
  "codingAgent.KeybindingsManager": SINCE_1_5,
  "codingAgent.VIRTUAL_MODEL_STATE_ENTRY": SINCE_1_5,
  "codingAgent.createCodemodeExtension": SINCE_1_5,
  "codingAgent.createMcpExtension": SINCE_1_5,
  "codingAgent.createToolSearchExtension": SINCE_1_5,
  "codingAgent.formatReadLineRange": SINCE_1_5,
  "codingAgent.createLocalPowerShellOperations": WINDOWS,
  "codingAgent.createPowerShellTool": WINDOWS,
  "codingAgent.getPowerShellConfig": WINDOWS,
  "codingAgent.createFindTool": "pi downloads a program for it at run time",
  "codingAgent.createGrepTool": "pi downloads a program for it at run time",
  "codingAgent.copyToClipboard": "it depends on the desktop that the process runs on",
  "codingAgent.main": WHOLE_PROGRAM,
  "codingAgent.runPrintMode": WHOLE_PROGRAM,
  "codingAgent.runRpcMode": WHOLE_PROGRAM,
  "codingAgent.wrapRegisteredTool":
    "it takes an ExtensionRunner, which the SDK makes; coding-agent/session-events runs tools through it",
  "codingAgent.wrapRegisteredTools":
    "it takes an ExtensionRunner, which the SDK makes; coding-agent/session-events runs tools through it",
};
