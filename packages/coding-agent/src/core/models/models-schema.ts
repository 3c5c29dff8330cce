import type { XStatic } from "typebox/schema";
import type { FileSchema } from "../json-file/index.ts";
import { compatSchema } from "./compat-schema.ts";

const level = { anyOf: [{ type: "string" }, { type: "null" }] } as const;
const strings = { type: "object", additionalProperties: { type: "string" } } as const;
const rate = { type: "number", minimum: 0 } as const;
const rates = { input: rate, output: rate, cacheRead: rate, cacheWrite: rate } as const;
const tiers = {
  type: "array",
  items: {
    type: "object",
    properties: { ...rates, inputTokensAbove: { type: "number", minimum: 0 } },
    required: ["inputTokensAbove", "input", "output", "cacheRead", "cacheWrite"],
  },
} as const;

const count = { type: "integer", minimum: 1 } as const;
const inputLimits = {
  type: "object",
  properties: {
    maxRequestBytes: count,
    images: {
      type: "object",
      properties: {
        maxPerMessage: count,
        maxPerRequest: count,
        resize: {
          type: "object",
          properties: {
            maxWidth: count,
            maxHeight: count,
            maxBytes: { ...count, description: "Of the image in base64." },
            jpegQuality: { ...count, maximum: 100 },
          },
        },
      },
    },
  },
} as const;

const modelFields = {
  name: { type: "string" },
  reasoning: { type: "boolean" },
  thinkingLevelMap: {
    type: "object",
    properties: { off: level, minimal: level, low: level, medium: level, high: level, xhigh: level, max: level },
  },
  input: { type: "array", items: { enum: ["text", "image"] } },
  inputLimits,
  promptCache: { type: "object", properties: { short: { type: "number" }, long: { type: "number" } } },
  contextWindow: { type: "number", minimum: 1 },
  maxTokens: { type: "number", minimum: 1 },
  samplingParams: { type: "object" },
  samplingParamsByThinkingLevel: { type: "object", additionalProperties: { type: "object" } },
  headers: strings,
  compat: compatSchema,
} as const;

const modelSchema = {
  type: "object",
  properties: {
    ...modelFields,
    id: { type: "string" },
    api: { type: "string" },
    baseUrl: { type: "string" },
    cost: {
      type: "object",
      properties: { ...rates, tiers },
      required: ["input", "output", "cacheRead", "cacheWrite"],
    },
  },
  required: ["id"],
} as const;

const overrideSchema = {
  type: "object",
  properties: { ...modelFields, cost: { type: "object", properties: { ...rates, tiers } } },
} as const;

const text = { type: "string" } as const;

/** No client id is built in, because a client id belongs to the application it was issued to. */
const oauthSchema = {
  type: "object",
  properties: {
    clientId: text,
    tokenUrl: text,
    authorizeUrl: { ...text, description: "For a sign-in by browser." },
    deviceUrl: { ...text, description: "For a sign-in by code; tried first where both are set." },
    clientSecret: text,
    scope: text,
    redirectPort: { type: "number" },
    redirectPath: text,
    parameters: strings,
  },
  required: ["clientId", "tokenUrl"],
} as const;

const providerSchema = {
  type: "object",
  properties: {
    name: { type: "string" },
    baseUrl: { type: "string" },
    apiKey: { type: "string" },
    api: { type: "string" },
    oauth: { anyOf: [{ type: "string" }, oauthSchema], description: "Where and as whom to sign in." },
    headers: strings,
    authHeader: { type: "boolean" },
    compat: compatSchema,
    models: { type: "array", items: modelSchema },
    modelOverrides: { type: "object", additionalProperties: overrideSchema },
  },
} as const;

/** `models.json`: providers to add, and changes to known ones. */
export const modelsSchema = {
  type: "object",
  properties: {
    $schema: { type: "string" },
    providers: { type: "object", additionalProperties: providerSchema },
  },
} as const satisfies FileSchema;

export type ModelsJsonModel = XStatic<typeof modelSchema>;
export type ModelsJsonModelOverride = XStatic<typeof overrideSchema>;
export type ModelsJsonProvider = XStatic<typeof providerSchema>;
