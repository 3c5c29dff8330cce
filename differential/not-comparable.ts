const SINCE_1_5 = "pi's newest complete release on the registry does not have it yet";
const TERMINAL = "it needs a terminal of its own; the tests of the screen drive it in one";
const WINDOWS = "it runs on Windows only";
const SEARCH = "pi downloads a program for it at run time; it is compared where ripgrep and fd are installed";
const WHOLE_PROGRAM = "it takes over the process; the tests of the command line run it";

/** Exports that no subject runs on both sides, and why. */
export const notComparable: Readonly<Record<string, string>> = {
  "ai.AI_TELEMETRY_SCHEMA": SINCE_1_5,
  "ai.ANTHROPIC_FEDERATION_RULE_ID_ENV": SINCE_1_5,
  "ai.ANTHROPIC_IDENTITY_TOKEN_FILE_ENV": SINCE_1_5,
  "ai.ANTHROPIC_ORGANIZATION_ID_ENV": SINCE_1_5,
  "ai.ANTHROPIC_SERVICE_ACCOUNT_ID_ENV": SINCE_1_5,
  "ai.ANTHROPIC_WORKSPACE_ID_ENV": SINCE_1_5,
  "ai.PI_AI_VERSION": SINCE_1_5,
  "ai.PI_ATTRIBUTION": SINCE_1_5,
  "ai.StreamingJsonParser": SINCE_1_5,
  "ai.ToolCallArgumentsStream": SINCE_1_5,
  "ai.formatUserAgent": SINCE_1_5,
  "ai.getAllBuiltinModels": SINCE_1_5,
  "ai.getAttributionHeaders": SINCE_1_5,
  "ai.getBuiltinClassifierModel": SINCE_1_5,
  "ai.getBuiltinClassifierModels": SINCE_1_5,
  "ai.getBuiltinImageModel": SINCE_1_5,
  "ai.getBuiltinImageModels": SINCE_1_5,
  "ai.getClientVersion": SINCE_1_5,
  "ai.getIdentityHeaders": SINCE_1_5,
  "ai.getModelType": SINCE_1_5,
  "ai.getOpenCodeSessionHeaders": SINCE_1_5,
  "ai.isModelType": SINCE_1_5,
  "ai.mergeClientIdentity": SINCE_1_5,
  "ai.parseToolCallArguments": SINCE_1_5,
  "ai.withClientIdentity": SINCE_1_5,
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
  "codingAgent.createFindTool": SEARCH,
  "codingAgent.createGrepTool": SEARCH,
  "codingAgent.copyToClipboard": "it depends on the desktop that the process runs on",
  "codingAgent.main": WHOLE_PROGRAM,
  "codingAgent.runPrintMode": WHOLE_PROGRAM,
  "codingAgent.runRpcMode": WHOLE_PROGRAM,
  "codingAgent.wrapRegisteredTool":
    "it takes an ExtensionRunner, which the SDK makes; coding-agent/session-events runs tools through it",
  "codingAgent.wrapRegisteredTools":
    "it takes an ExtensionRunner, which the SDK makes; coding-agent/session-events runs tools through it",
};
