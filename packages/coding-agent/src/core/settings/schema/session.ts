const tokens = { type: "integer", minimum: 0 } as const;

export const sessionSettings = {
  sessionDir: { type: "string", description: "Where sessions are kept; relative to the working directory." },
  sessionSync: {
    enum: ["system", "entry"],
    default: "system",
    description: "When an entry is safe: once the system has it, or once the disk has it, which survives a power cut.",
  },
  sessionImages: {
    enum: ["blobs", "inline"],
    default: "blobs",
    description: "Where images of a session are kept: once, beside all sessions, or in each session's own file.",
  },
  sessionShareDestination: {
    enum: ["auto", "gist", "radius"],
    default: "auto",
    description: "Where /share puts a session.",
  },
  snapshots: {
    type: "object",
    properties: {
      enabled: { type: "boolean", default: true, description: "Record files before a run changes them, for /undo." },
      maxFileBytes: { ...tokens, default: 10_485_760, description: "Larger files are left out, and named by /undo." },
      maxFiles: { ...tokens, default: 200_000, description: "A folder with more files to record gets no snapshot." },
    },
  },
  compaction: {
    type: "object",
    properties: {
      enabled: { type: "boolean", default: true, description: "Compact automatically when the context runs full." },
      strategy: {
        enum: ["context-full", "handoff", "off"],
        default: "context-full",
        description: "How: by a summary, by a new session that begins with a document about this one, or not at all.",
      },
      reserveTokens: { ...tokens, default: 16384, description: "Compact when fewer tokens than this are free." },
      keepRecentTokens: { ...tokens, default: 20000, description: "Newest tokens kept word for word." },
      thresholdTokens: { type: "integer", default: -1, description: "Compact above so many tokens; where positive." },
      thresholdPercent: {
        type: "number",
        maximum: 100,
        default: -1,
        description: "Compact above this share of the window, in percent; where positive.",
      },
      autoContinue: {
        type: "boolean",
        default: false,
        description: "Ask the model to continue with what is left after a full context was compacted.",
      },
      handoffSaveToDisk: {
        type: "boolean",
        default: false,
        description: "Keep that document beside the session it is about, as handoff-*.md.",
      },
      prune: {
        type: "boolean",
        default: false,
        description: "Leave old tool outputs out of the context instead, where that is enough.",
      },
      promoteTo: {
        type: "array",
        items: { type: "string" },
        default: [],
        description: "Models with a larger window to continue with instead, the preferred first.",
      },
      remoteEndpoint: {
        type: "string",
        description: "A server that writes the summaries: it gets systemPrompt and prompt and answers with summary.",
      },
      remoteEnabled: { type: "boolean", default: true, description: "Whether that server is asked." },
      idleEnabled: {
        type: "boolean",
        default: false,
        description: "On the screen, compact also when nothing has happened for a while.",
      },
      idleTimeoutSeconds: { type: "integer", minimum: 1, default: 300, description: "For how long." },
      idleThresholdPercent: {
        type: "number",
        minimum: 0,
        maximum: 100,
        default: 50,
        description: "And only above this share of the window, in percent.",
      },
      modelOverrides: {
        type: "object",
        additionalProperties: {
          type: "object",
          properties: { reserveTokens: tokens, keepRecentTokens: tokens },
        },
        description: "Both numbers by exact provider/model id.",
      },
    },
  },
  branchSummary: {
    type: "object",
    properties: {
      reserveTokens: { ...tokens, default: 16384, description: "Tokens kept free while a branch is summarized." },
      skipPrompt: { type: "boolean", default: false, description: "Leave a branch without asking for a summary." },
    },
  },
} as const;

export const networkSettings = {
  transport: {
    enum: ["auto", "sse", "websocket", "websocket-cached"],
    default: "auto",
    description: "Transport for providers that offer several.",
  },
  httpProxy: { type: "string", description: "Proxy URL. Read from the global file only." },
  httpIdleTimeoutMs: {
    anyOf: [{ type: "number", minimum: 0 }, { const: "disabled" }],
    default: 300_000,
    description: "How long a server may stay silent; four times as long while it sends only signs of life.",
  },
  websocketConnectTimeoutMs: {
    anyOf: [{ type: "number", minimum: 0 }, { const: "disabled" }],
    default: 15_000,
    description: "How long a WebSocket may take to open.",
  },
  retry: {
    type: "object",
    properties: {
      enabled: { type: "boolean", default: true, description: "Try again after a passing failure." },
      maxRetries: { type: "number", minimum: 0, default: 3, description: "How often." },
      baseDelayMs: { type: "number", minimum: 0, default: 2000, description: "First pause; it doubles each time." },
      maxAgentDelayMs: { type: "number", minimum: 0, default: 60_000, description: "Longest pause." },
      provider: {
        type: "object",
        properties: {
          timeoutMs: { type: "number", minimum: 0, description: "Time for one request; httpIdleTimeoutMs if absent." },
          maxRetries: { type: "number", minimum: 0, default: 0, description: "Retries inside one request." },
          maxRetryDelayMs: {
            type: "number",
            minimum: 0,
            default: 60_000,
            description: "Longest wait a server may ask for before a run ends instead; 0 for any.",
          },
        },
      },
    },
  },
} as const;
