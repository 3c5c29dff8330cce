import type {
  ExtensionAPI,
  ExtensionCommandContext,
  ExtensionContext,
  ExtensionEventName,
  ExtensionToolContext,
  ExtensionUI,
} from "../../packages/coding-agent/src/core/extensions/contract/index.ts";
import { code, markdownTable } from "./markdown-table.ts";

/** Lets the compiler check that every name is described and that no other is. */
type Described<TNames extends PropertyKey> = Readonly<Record<TNames, string>>;

const EVENTS: Readonly<Record<ExtensionEventName, readonly [when: string, answer: string]>> = {
  project_trust: ["a folder's own settings and resources might be used", "yes or no; the first one decides"],
  resources_discover: ["after `session_start`", "more paths of skills, templates and themes"],
  session_start: ["a session has begun: startup, reload, new, resume, fork", ""],
  session_info_changed: ["the session got a name", ""],
  session_before_switch: ["another session is about to take this one's place", "`cancel`"],
  session_before_fork: ["a copy up to an entry is about to be made", "`cancel`"],
  session_before_tree: [
    "the user goes to another place of the tree",
    "`cancel`, the summary, how to make one, a label",
  ],
  session_tree: ["the place has changed", ""],
  session_before_compact: ["the conversation is about to be shortened", "`cancel`, or the summary"],
  "session.compacting": [
    "a summary is about to be asked for",
    "what the model is asked for, lines to heed, data to keep",
  ],
  session_compact: ["it was shortened", ""],
  session_compact_failed: ["it was not", ""],
  session_shutdown: ["the last event: the session ends, or extensions are loaded anew", ""],
  input: ["the user sent something; commands come before, skills and templates after", "other text, or `handled`"],
  before_agent_start: ["a run is about to start", "a message to add; the system prompt, whole or part by part"],
  agent_start: ["the loop begins", ""],
  turn_start: ["a turn begins", ""],
  context: ["before each request: the conversation, as a copy", "other messages, for this request"],
  context_with_system: ["the same with system messages, after every `context`", "other messages, for this request"],
  before_provider_headers: ["the headers are complete", "change them in place; `null` removes one"],
  before_provider_request: ["the body is complete", "another body"],
  after_provider_response: ["status and headers are there", ""],
  provider_stream_event: ["each event of the provider's stream, as it came", ""],
  message_start: ["a message begins", ""],
  message_update: ["a piece of an answer came", ""],
  message_end: ["a message is complete", "another of the same role, which is what is kept"],
  tool_execution_start: ["a call begins", ""],
  tool_call: ["before it runs", "`block` with a reason; `permission` as a rule for this call; change `input` in place"],
  permission_request: ["the user is about to be asked about a call", "`allow` or `deny` in place of the user"],
  tool_execution_update: ["a partial result", ""],
  tool_result: ["it has run", "other content, details, verdict or usage"],
  tool_execution_end: ["every call ends with this, also one that never ran", ""],
  turn_end: ["answer and results are written down", "entries to add; one more request"],
  agent_end: ["the loop has ended; a retry or queued messages may start it again", ""],
  agent_before_settle: ["nothing more would follow", "entries to add; one more request"],
  agent_settled: ["nothing will happen until the next prompt", ""],
  auto_compaction_start: ["the conversation is shortened without being asked", ""],
  auto_compaction_end: ["that has ended", ""],
  auto_retry_start: ["a failed request will be made again", ""],
  auto_retry_end: ["that has ended, well or not", ""],
  model_select: ["another model was chosen, or that of a resumed session is back", ""],
  thinking_level_select: ["another level was chosen", ""],
  cache_warming_decision: ["a prompt cache is about to be forgotten", "`warm` or `stop`; the last one counts"],
  user_bash: ["the user runs a `!` command", "where to run it, or its result"],
  user_python: ["the user runs Python with `$`", "its result"],
  ui_prompt_start: ["an extension waits for the user", ""],
  ui_prompt_end: ["the user has answered", ""],
  mcp_servers_change: ["an extension registered an MCP server, or took one back", ""],
};

const API: Described<keyof ExtensionAPI> = {
  on: "Calls a function at an event. Returns a function that takes it back.",
  registerTool: "A tool for the model. One with the name of a built-in tool takes its place.",
  registerCommand: "A slash command, with completion of its arguments.",
  registerShortcut: "A key; with an `action` the user can choose another.",
  registerFlag: "An option of the command line.",
  registerSubcommand: "A command of the shell: `tau <name> …`.",
  registerMode: "A mode: `--mode <name>`. With `serve`, its clients open the sessions.",
  getFlag: "Its value: in the factory the default, afterwards what was typed.",
  registerMessageRenderer: "How messages of a `customType` look.",
  registerEntryRenderer: "How entries of a `customType` look; the model never sees them.",
  registerToolRenderer: "How the calls of any tool look.",
  registerMarkdownTransformer: "Changes markdown before it is drawn, not what is kept.",
  sendMessage: "Adds a message: now, within the run, after it, or with the next prompt.",
  sendUserMessage: "As if the user had typed it.",
  appendEntry: "Keeps data in the session; the model never sees it.",
  emitUserPython: "Asks the handlers of `user_python` before it runs the user's Python.",
  setSessionName: "Names the session.",
  getSessionName: "Its name, if it has one.",
  setLabel: "Bookmarks an entry; `undefined` takes the bookmark away.",
  exec: "Runs a program without a shell.",
  processes: "Programs with streams, signals and limits, also in a pseudo-terminal; see below.",
  files: "Lists, reads and changes text files as Tau's own tools do; see below.",
  syntax: "What source files define: `outline` and `languages`; see below.",
  artifacts: "Outputs of any size, kept beside the session; see below.",
  urls: "What `scheme://…` stands for in tools, shell commands and completion; see below.",
  readers: "How `read` shows files that are no plain text; see below.",
  http: "Requests to the web, with proxies and limits; see below.",
  assets: "Files beside its code: workers, WebAssembly, data; see below.",
  exports: "Writes the session to a file, and takes secrets out of texts; see below.",
  packages: "npm packages that are installed when they are first needed; see below.",
  decorators: "How `read` and `grep` write their lines; see below.",
  getActiveTools: "The tools that the model is offered.",
  getAllTools: "Every tool, with its schema, exposure and origin.",
  setActiveTools: "Which tools the model is offered from now on.",
  getSettings: "The settings as they hold here.",
  getCommands: "What a prompt may begin with.",
  setModel: "Another model, for this session. `false` where there is no key for it.",
  getThinkingLevel: "How long the model thinks.",
  setThinkingLevel: "Changes that, for this session.",
  registerProvider: "A provider of models, by name and settings or as one object.",
  unregisterProvider: "Takes it back.",
  registerVirtualModel: "A model to choose that hands each request to another.",
  unregisterVirtualModel: "Takes it back.",
  registerMcpServer: "Tells of an MCP server; who handles `mcp_servers_change` connects it.",
  unregisterMcpServer: "Takes it back.",
  getMcpServers: "Those that are registered.",
  tools: "Tools that the model learns of by searching: `findable` and `declare`.",
  images: "`typeOf` and `fit`: what a file holds, and the image as a model can take it.",
  settings: "Settings of its own in settings.json, and reading any.",
  events: "A channel between extensions: `emit` and `on`.",
  background: "Work that outlives a tool call and tells the model how it ended.",
  permissions: "The permission mode: `getMode`, and `setMode` until Tau ends.",
  actions: "Changes that a tool has prepared and the model decides on.",
  services: "What extensions offer to each other.",
  state: "What the extension remembers in the log, branch by branch.",
  publish: "Tells RPC and JSON clients something.",
  children: "Sessions below this one, with a model, tools and limits of their own.",
};

const CONTEXT: Described<keyof ExtensionContext> = {
  ui: "The screen, or the client; see below.",
  mode: "`tui`, `rpc`, `json` or `print`.",
  hasUI: "Whether the mode can show a question to the user.",
  cwd: "The working directory on this machine.",
  remote: "The folder on another machine that the session works in, if it does: its label, paths and operations.",
  child: "The child session that a tool runs in; absent in the user's own.",
  sessionManager: "The session, to read.",
  resources: "Agents, rules and MCP servers that were found, with their source.",
  modelRegistry: "Every model, with keys; `streamSimple` and `complete` ask one.",
  model: "The model in use.",
  scopedModels: "What `--models` leaves to choose from.",
  thinkingLevel: "How long it thinks.",
  signal: "Aborted when the run is.",
  isIdle: "Whether no run is in progress.",
  isProjectTrusted: "May what lies in the folder be used?",
  abort: "Stops the run.",
  hasPendingMessages: "Does something wait to be delivered?",
  shutdown: "Ends the program once it is idle.",
  getContextUsage: "How full the model's window is.",
  compact: "Shortens the conversation, in the background.",
  getSystemPrompt: "As it is now.",
  interrupt: "Stops the answer that is being written and lets the run continue with a message.",
  moveLeafAtTurnEnd: "Continues from an earlier entry when the turn is over, with a summary of what is left behind.",
};

const COMMAND_CONTEXT: Described<Exclude<keyof ExtensionCommandContext, keyof ExtensionContext>> = {
  getSystemPromptOptions: "What the system prompt is made of.",
  waitForIdle: "Resolves when the session is idle.",
  newSession: "Begins another session.",
  fork: "Continues in a copy up to an entry.",
  branch: "The same, by its earlier name.",
  navigateTree: "Goes to another place of the tree. Rejects during a run.",
  switchSession: "Opens another session.",
  reload: "Loads extensions, skills, templates, themes and context files anew.",
};

const TOOL_CONTEXT: Described<Exclude<keyof ExtensionToolContext, keyof ExtensionContext>> = {
  tools: "The tools that this one may call.",
  executeTool: "Calls one of them, with the same checks as a call of the model's.",
  permit: "Asks the permission policy about an effect that became known during the call.",
};

/** What each function does, and whether it works for an RPC client. */
const UI: Readonly<Record<keyof ExtensionUI, readonly [what: string, rpc: "yes" | "no" | "made of others"]>> = {
  select: ["Asks for one of several.", "yes"],
  confirm: ["Asks for yes or no.", "yes"],
  input: ["Asks for a line.", "yes"],
  editor: ["Asks for several lines.", "yes"],
  ask: ["Asks several questions in one dialog: one choice, several, or a text.", "yes"],
  list: ["Shows rows that may change: a list, a table or a tree, with keys, details and a preview.", "made of others"],
  diff: ["Shows a change, with actions to choose from.", "yes"],
  progress: ["A row above the editor that says how far something is.", "yes"],
  addInputPrefix: ["Lines that begin with a prefix go to the extension.", "no"],
  custom: ["Shows a component with the keyboard, in place or over the screen.", "no"],
  notify: ["Says something; the next one of the same extension takes its place.", "yes"],
  setStatus: ["A text in the footer, by key, with a priority.", "yes"],
  setWidget: ["Lines above or below the editor, by key. A client gets lines, not components.", "yes"],
  setTitle: ["The title of the window.", "yes"],
  setEditorText: ["What stands in the editor.", "yes"],
  pasteToEditor: ["Pastes into it.", "yes"],
  getEditorText: ["What the user has typed so far.", "no"],
  onTerminalInput: ["Sees every key first.", "no"],
  setWorkingMessage: ["What is said while the model works.", "no"],
  setWorkingVisible: ["Whether anything is.", "no"],
  setWorkingIndicator: ["The spinner.", "no"],
  setHiddenThinkingLabel: ["What stands for hidden thinking.", "no"],
  setFooter: ["A footer of its own.", "no"],
  setHeader: ["A header of its own.", "no"],
  addAutocompleteProvider: ["More to complete in the editor.", "no"],
  setEditorComponent: ["An editor of its own.", "no"],
  getEditorComponent: ["The one that another extension has set.", "no"],
  theme: ["The colours in use.", "yes"],
  getAllThemes: ["The themes there are.", "no"],
  getTheme: ["One of them.", "no"],
  setTheme: ["Changes it.", "no"],
  getToolsExpanded: ["Are the outputs of tools shown whole?", "no"],
  setToolsExpanded: ["Changes that.", "no"],
};

export function extensionEventTable(): string {
  const rows = Object.entries(EVENTS).map(([name, [when, answer]]) => [code(name), when, answer]);
  return markdownTable(["event", "when", "an answer may be"], rows);
}

export function extensionApiTable(): string {
  return described("pi", API);
}

export function extensionContextTable(): string {
  const rows = [
    ...Object.entries(CONTEXT).map(([name, what]) => [code(`ctx.${name}`), what, ""]),
    ...Object.entries(TOOL_CONTEXT).map(([name, what]) => [code(`ctx.${name}`), what, "tools"]),
    ...Object.entries(COMMAND_CONTEXT).map(([name, what]) => [code(`ctx.${name}`), what, "commands"]),
  ];
  return markdownTable(["", "what it is", "only in"], rows);
}

export function extensionUiTable(): string {
  const rows = Object.entries(UI).map(([name, [what, rpc]]) => [code(`ctx.ui.${name}`), what, rpc]);
  return markdownTable(["", "what it does", "in RPC mode"], rows);
}

function described(owner: string, names: Described<string>): string {
  const rows = Object.entries(names).map(([name, what]) => [code(`${owner}.${name}`), what]);
  return markdownTable(["", "what it does"], rows);
}
