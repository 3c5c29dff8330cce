const thinkingLevel = { enum: ["off", "minimal", "low", "medium", "high", "xhigh", "max"] } as const;
const tokens = { type: "integer", minimum: 0 } as const;

export const modelSettings = {
  defaultProvider: { type: "string", description: "Provider of new sessions; automatic if absent." },
  defaultModel: { type: "string", description: "Model id of new sessions; automatic if absent." },
  defaultThinkingLevel: { ...thinkingLevel, default: "medium", description: "Thinking level of new sessions." },
  modelThinkingLevels: {
    type: "object",
    additionalProperties: thinkingLevel,
    description: "Thinking level of new sessions by exact provider/model id.",
  },
  thinkingBudgets: {
    type: "object",
    properties: { minimal: tokens, low: tokens, medium: tokens, high: tokens },
    description: "Thinking tokens per level, for models that take a number.",
  },
  enabledModels: {
    type: "array",
    items: { type: "string" },
    description: "Patterns of the models to choose from and cycle through, as in --models.",
  },
  modelRoles: {
    type: "object",
    properties: {
      default: { type: "string" },
      smol: { type: "string" },
      slow: { type: "string" },
      plan: { type: "string" },
      vision: { type: "string" },
    },
    additionalProperties: { type: "string" },
    description: "Model pattern for each role: default, smol, slow, plan, vision.",
  },
  fallbackModels: {
    type: "array",
    items: { type: "string" },
    description: "Model patterns to continue with, in order, when a model stays rate limited.",
  },
  hideThinkingBlock: { type: "boolean", default: false, description: "Hide thinking in the transcript." },
  showCacheMissNotices: { type: "boolean", default: false, description: "Say when a request missed the prompt cache." },
  cacheWarming: {
    enum: ["off", "streaming", "idle"],
    default: "streaming",
    description: "Keep prompt caches warm during runs, or between them too. Read from the global file only.",
  },
} as const;
