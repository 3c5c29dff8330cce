const queueMode = { enum: ["all", "one-at-a-time"], default: "one-at-a-time" } as const;

export const interactionSettings = {
  steeringMode: { ...queueMode, description: "How many queued steering messages are delivered at a time." },
  followUpMode: { ...queueMode, description: "How many queued follow-ups are delivered at a time." },
  interruptMode: {
    enum: ["wait", "immediate"],
    default: "wait",
    description: "Whether steering waits for the running tool calls or cuts them short.",
  },
  externalEditor: { type: "string", description: "Editor command; $VISUAL, then $EDITOR if absent." },
  doubleEscapeAction: {
    enum: ["tree", "fork", "none"],
    default: "tree",
    description: "What a double Escape does in an empty editor.",
  },
  treeFilterMode: {
    enum: ["default", "no-tools", "user-only", "labeled-only", "all"],
    default: "default",
    description: "First filter of the session tree.",
  },
  defaultProjectTrust: {
    enum: ["ask", "always", "never"],
    default: "ask",
    description: "What to do with a folder that you have not decided on. Read from the global file only.",
  },
} as const;

const rules = { type: "array", items: { type: "string" } } as const;
const permissionRules = { type: "array", items: { type: "string", format: "permission-rule" } } as const;

export const permissionSettings = {
  permissionMode: {
    enum: ["plan", "ask", "auto", "yolo"],
    default: "auto",
    description:
      "What the model may do without asking: plan only reads, ask asks before each change and command, auto lets edits in the folder and sandboxed commands pass, yolo never asks. Read from the global file only.",
  },
  permissions: {
    type: "object",
    properties: {
      allow: {
        ...permissionRules,
        description: "Calls that run without a question, such as Bash(npm test:*) or Edit(src/**).",
      },
      ask: { ...permissionRules, description: "Calls that always ask." },
      deny: { ...permissionRules, description: "Calls that never run, in any mode." },
    },
    description: "Rules for the calls of the model. Deny counts before ask, ask before allow.",
  },
  sandbox: {
    enum: ["auto", "bubblewrap", "external", "off"],
    default: "auto",
    description: "What confines commands of the model. Global file only, like the next two.",
  },
  sandboxOptions: {
    type: "object",
    properties: {
      hosts: { ...rules, description: "Hosts that commands may reach; *.example.com is all below it." },
      writable: { ...rules, description: "Further folders to write to." },
      hidden: { ...rules, description: "Further paths to hide." },
      unixSockets: { type: "boolean", default: false },
    },
  },
  workspace: {
    type: "object",
    properties: { folders: { ...rules, description: "Further folders of the workspace. Global file only." } },
  },
  secrets: {
    type: "object",
    properties: {
      obfuscate: {
        enum: ["off", "held", "environment", "format"],
        default: "held",
        description: "Secrets hidden from the model. Each hides the former, too.",
      },
    },
  },
  env: { type: "object", properties: { passThrough: { ...rules, description: "Keys that commands get." } } },
} as const;

const editMode = { enum: ["auto", "replace", "hashline", "patch", "apply_patch", "vim"] } as const;

export const toolSettings = {
  defaultTools: {
    type: "array",
    items: { type: "string" },
    description: 'Tools active at start. Plain names replace the defaults, "+name" adds and "-name" removes.',
  },
  tools: {
    type: "object",
    properties: {
      discoveryMode: {
        enum: ["auto", "all", "mcp-only", "off"],
        default: "auto",
        description:
          "Which tools wait to be searched for: those that say so, all but the essential, those of MCP, none.",
      },
      essential: {
        type: "array",
        items: { type: "string" },
        default: ["read", "bash", "edit"],
        description: "Tools that never wait.",
      },
    },
  },
  read: {
    type: "object",
    properties: {
      summarizeFrom: {
        type: "integer",
        minimum: 0,
        default: 1000,
        description: "From how many lines a source file is read as a summary of its definitions. 0: never.",
      },
    },
  },
  edit: {
    type: "object",
    properties: {
      mode: {
        ...editMode,
        default: "auto",
        description: "How the model writes edits; auto goes by the model.",
      },
      modes: {
        type: "object",
        additionalProperties: editMode,
        description: "The same by model or role.",
      },
      allowGenerated: {
        type: "boolean",
        default: false,
        description: "Let the model edit files that say at their beginning that they are generated.",
      },
      absorbInserts: {
        type: "boolean",
        default: false,
        description: "In the mode hashline, leave out lines of an insertion that repeat those around it.",
      },
    },
  },
  shellPath: { type: "string", description: "Shell to run commands with; the platform's if absent." },
  shellCommandPrefix: { type: "string", description: "Put before every shell command." },
  shellTimeoutSeconds: {
    type: "number",
    minimum: 1,
    maximum: 2_147_483,
    description: "Seconds after which a shell command of the model is ended that gives no limit; no limit if absent.",
  },
  bashInterceptor: {
    type: "object",
    properties: {
      enabled: {
        type: "boolean",
        default: false,
        description:
          "Refuse shell commands that do what an active tool does: cat, grep, find, sed -i, echo into a file.",
      },
      patterns: {
        type: "array",
        items: {
          type: "object",
          required: ["pattern", "tool"],
          properties: {
            pattern: { type: "string", format: "regex" },
            tool: { type: "string" },
            message: { type: "string" },
          },
        },
        description: "Rules in place of those: a regular expression, the tool to use instead, and what to say.",
      },
    },
  },
  npmCommand: { type: "array", items: { type: "string" }, description: "Command and arguments to run npm with." },
  selfUpdateCommand: {
    type: "array",
    items: { type: "string" },
    description: "Command that updates Tau itself. Read from the global file only.",
  },
} as const;
