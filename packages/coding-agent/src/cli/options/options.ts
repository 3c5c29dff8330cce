import { choice, flag, list, number, type OptionValues, optionalText, text, texts } from "./option.ts";

export const MODES = ["text", "json", "rpc"] as const;
export const THINKING_LEVELS = ["off", "minimal", "low", "medium", "high", "xhigh", "max"] as const;

/** Every option of `tau`, in the order in which the help shows them. */
export const options = {
  prompt: texts({ group: "Output", placeholder: "text", description: "A prompt; may be given several times" }),
  print: flag({ group: "Output", short: "p", description: "Answer the prompts, print the last answer, exit" }),
  // Extensions can add modes, which are known only after they are loaded.
  mode: {
    ...text({
      group: "Output",
      placeholder: "mode",
      description: "text (default), json, rpc, or one of an extension",
    }),
    choices: MODES,
  },
  export: text({ group: "Output", placeholder: "session", description: "Write a session as one HTML file, exit" }),
  exitOnEof: choice(["stop", "finish"], {
    group: "Output",
    placeholder: "when",
    description: "When rpc input ends: stop the run (default), or finish it",
  }),
  outputSchema: text({
    group: "Output",
    placeholder: "file",
    description: "JSON Schema that the answer must satisfy (print mode)",
  }),

  provider: text({ group: "Model", placeholder: "name", description: "Provider of the model" }),
  model: text({
    group: "Model",
    placeholder: "pattern",
    description: "Model, as id, provider/id or provider/id:level",
  }),
  demo: flag({ group: "Model", description: "Use the built-in demo model: no key, no network" }),
  apiKey: text({ group: "Model", placeholder: "key", description: "Key for this run only; never stored" }),
  thinking: choice(THINKING_LEVELS, { group: "Model", placeholder: "level", description: "How long the model thinks" }),
  models: list({ group: "Model", placeholder: "patterns", description: "Models to cycle through" }),
  smol: text({ group: "Model", placeholder: "pattern", description: "Model for quick chores, such as titles" }),
  slow: text({ group: "Model", placeholder: "pattern", description: "Model for hard questions" }),
  listModels: optionalText({
    group: "Model",
    placeholder: "search",
    description: "List the models that can be used, exit",
  }),

  continue: flag({ group: "Session", short: "c", description: "Continue the latest session of this folder" }),
  resume: flag({ group: "Session", short: "r", description: "Choose a session to continue" }),
  session: text({ group: "Session", placeholder: "path|id", description: "Open this session" }),
  sessionId: text({ group: "Session", placeholder: "id", description: "Id of the new session" }),
  fork: text({ group: "Session", placeholder: "path|id", description: "Start from a copy of a session" }),
  sessionDir: text({ group: "Session", placeholder: "folder", description: "Where sessions are kept" }),
  noSession: flag({ group: "Session", description: "Keep the session in memory only" }),
  takeOver: flag({ group: "Session", description: "Take over the lock of another machine" }),
  worktree: optionalText({ group: "Session", placeholder: "name", description: "Work in a git worktree of its own" }),
  name: text({ group: "Session", short: "n", placeholder: "name", description: "Name of the session" }),

  tools: list({ group: "Tools", short: "t", placeholder: "names", description: "Only these tools" }),
  excludeTools: list({ group: "Tools", short: "xt", placeholder: "names", description: "All tools except these" }),
  noBuiltinTools: flag({ group: "Tools", short: "nbt", description: "No built-in tools; those of extensions stay" }),
  noTools: flag({ group: "Tools", short: "nt", description: "No tools at all" }),
  permissionMode: choice(["plan", "ask", "auto", "yolo"], {
    group: "Tools",
    placeholder: "mode",
    description: "What runs without asking: plan, ask, auto or yolo",
  }),
  addDir: texts({ group: "Tools", placeholder: "folder", description: "Let the model work in this folder too" }),

  extension: texts({ group: "Resources", short: "e", placeholder: "path", description: "Load this extension too" }),
  noExtensions: flag({ group: "Resources", short: "ne", description: "Load only the extensions named with -e" }),
  noMcp: flag({ group: "Resources", description: "Do not start MCP servers" }),
  skill: texts({ group: "Resources", placeholder: "path", description: "Load this skill too" }),
  noSkills: flag({ group: "Resources", short: "ns", description: "Do not load skills" }),
  promptTemplate: texts({ group: "Resources", placeholder: "path", description: "Load this prompt template too" }),
  noPromptTemplates: flag({ group: "Resources", short: "np", description: "Do not load prompt templates" }),
  theme: texts({ group: "Resources", placeholder: "path", description: "Load this theme too" }),
  useTheme: text({ group: "Resources", placeholder: "name", description: "Theme for this run; light/dark names two" }),
  noThemes: flag({ group: "Resources", description: "Do not load themes" }),
  noContextFiles: flag({ group: "Resources", short: "nc", description: "Do not read AGENTS.md and the like" }),
  systemPrompt: text({ group: "Resources", placeholder: "text|path", description: "Replace the system prompt" }),
  appendSystemPrompt: texts({ group: "Resources", placeholder: "text|path", description: "Add to the system prompt" }),

  maxTurns: number({ group: "Limits", placeholder: "n", range: "whole", description: "Stop after this many turns" }),
  maxCost: number({ group: "Limits", placeholder: "dollars", description: "Stop when this much is spent" }),
  timeout: number({ group: "Limits", placeholder: "seconds", range: "positive", description: "Stop after this long" }),

  approve: flag({ group: "Process", short: "a", description: "Trust this folder's own settings for this run" }),
  noApprove: flag({ group: "Process", short: "na", description: "Ignore this folder's own settings" }),
  tuiMode: choice(["regular", "fullscreen"], {
    group: "Process",
    placeholder: "mode",
    description: "regular or fullscreen",
  }),
  plain: flag({ group: "Process", description: "Write line by line, for screen readers" }),
  ascii: flag({ group: "Process", description: "Draw with ASCII only" }),
  offline: flag({ group: "Process", description: "No network except for the model" }),
  verbose: flag({ group: "Process", description: "Show more at start" }),
  debug: flag({ group: "Process", description: "Write a log without secrets to ~/.tau/logs" }),
  help: flag({ group: "Process", short: "h", description: "Show this help" }),
  version: flag({ group: "Process", short: "v", description: "Show the version" }),
} as const;

export type Options = OptionValues<typeof options>;
