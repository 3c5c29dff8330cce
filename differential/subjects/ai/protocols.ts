import type { Dialect, Script } from "../../../packages/ai/test/support/dialects/dialect.ts";
import { dialects } from "../../../packages/ai/test/support/dialects/index.ts";
import type { ScriptedResponse } from "./recording-server.ts";

/** How requests of one protocol are made against the recording server. */
export interface ProtocolSetup {
  readonly api: string;
  readonly provider: string;
  /** Ids whose families are treated differently by the protocol. */
  readonly models: readonly string[];
  /** What follows the server's address in the model's base URL. */
  readonly path: string;
  readonly apiKey: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The names of the functions that speak this protocol. */
  readonly stream?: string;
  readonly streamSimple?: string;
  readonly lazy: string;
}

export type StreamFunction = (...args: unknown[]) => AsyncIterable<{ type: string }> & { result(): Promise<unknown> };

const claims = Buffer.from(
  JSON.stringify({ "https://api.openai.com/auth": { chatgpt_account_id: "account-1" }, exp: 4_000_000_000 }),
).toString("base64url");

export const protocols: readonly ProtocolSetup[] = [
  {
    api: "anthropic-messages",
    provider: "anthropic",
    models: ["claude-sonnet-4-5", "claude-opus-4-6", "claude-haiku-3-5"],
    path: "",
    apiKey: "key-1",
    stream: "streamAnthropic",
    streamSimple: "streamSimpleAnthropic",
    lazy: "anthropicMessagesApi",
  },
  {
    api: "openai-completions",
    provider: "openai",
    models: ["gpt-4o", "gpt-5.2", "deepseek-chat"],
    path: "/v1",
    apiKey: "key-1",
    stream: "streamOpenAICompletions",
    streamSimple: "streamSimpleOpenAICompletions",
    lazy: "openAICompletionsApi",
  },
  {
    api: "openai-responses",
    provider: "openai",
    models: ["gpt-5.2", "gpt-4o", "gpt-5.6"],
    path: "/v1",
    apiKey: "key-1",
    stream: "streamOpenAIResponses",
    streamSimple: "streamSimpleOpenAIResponses",
    lazy: "openAIResponsesApi",
  },
  {
    api: "azure-openai-responses",
    provider: "azure-openai-responses",
    models: ["gpt-5.2", "gpt-4o"],
    path: "/openai/v1",
    apiKey: "key-1",
    stream: "streamAzureOpenAIResponses",
    streamSimple: "streamSimpleAzureOpenAIResponses",
    lazy: "azureOpenAIResponsesApi",
  },
  {
    api: "openai-codex-responses",
    provider: "openai-codex",
    models: ["gpt-5.2-codex", "gpt-5.6"],
    path: "/backend-api",
    apiKey: `e30.${claims}.sig`,
    stream: "streamOpenAICodexResponses",
    streamSimple: "streamSimpleOpenAICodexResponses",
    lazy: "openAICodexResponsesApi",
  },
  {
    api: "google-generative-ai",
    provider: "google",
    models: ["gemini-2.5-flash", "gemini-2.5-pro", "gemini-3-pro-preview"],
    path: "/v1beta",
    apiKey: "key-1",
    stream: "streamGoogle",
    streamSimple: "streamSimpleGoogle",
    lazy: "googleGenerativeAIApi",
  },
  {
    api: "google-vertex",
    provider: "google-vertex",
    models: ["gemini-2.5-flash", "gemini-3-pro-preview"],
    path: "",
    apiKey: "key-1",
    env: { GOOGLE_CLOUD_PROJECT: "project-1", GOOGLE_CLOUD_LOCATION: "us-central1" },
    stream: "streamGoogleVertex",
    streamSimple: "streamSimpleGoogleVertex",
    lazy: "googleVertexApi",
  },
  {
    api: "mistral-conversations",
    provider: "mistral",
    models: ["mistral-medium-latest", "magistral-medium-latest", "mistral-small-latest"],
    path: "",
    apiKey: "key-1",
    stream: "streamMistral",
    streamSimple: "streamSimpleMistral",
    lazy: "mistralConversationsApi",
  },
  {
    api: "bedrock-converse-stream",
    provider: "amazon-bedrock",
    models: ["us.anthropic.claude-sonnet-4-5-20250929-v1:0", "amazon.nova-pro-v1:0"],
    path: "",
    apiKey: "key-1",
    env: {
      AWS_ACCESS_KEY_ID: "id",
      AWS_SECRET_ACCESS_KEY: "secret",
      AWS_REGION: "us-east-1",
      AWS_BEDROCK_FORCE_HTTP1: "1",
    },
    lazy: "bedrockConverseStreamApi",
  },
  {
    api: "pi-messages",
    provider: "radius",
    models: ["auto"],
    path: "",
    apiKey: "key-1",
    lazy: "piMessagesApi",
  },
];

/** The model that a request of this protocol names. */
export function modelOf(setup: ProtocolSetup, url: string, overrides: object = {}): never {
  const [id] = setup.models;
  return {
    id,
    name: id,
    api: setup.api,
    provider: setup.provider,
    baseUrl: `${url}${setup.path}`,
    reasoning: true,
    input: ["text", "image"],
    cost: { input: 1, output: 10, cacheRead: 0.1, cacheWrite: 1.25 },
    contextWindow: 100_000,
    maxTokens: 8_000,
    ...overrides,
  } as never;
}

export function setupOf(api: string): ProtocolSetup {
  const found = protocols.find((setup) => setup.api === api);
  if (!found) throw new Error(`No protocol ${api}`);
  return found;
}

export function dialectOf(api: string): Dialect {
  const found = dialects.find((dialect) => dialect.api === api);
  if (!found) throw new Error(`No dialect ${api}`);
  return found;
}

/** A whole answer in the words of the protocol. */
export function answerOf(api: string, script: Script): ScriptedResponse {
  return bodyOf(
    api,
    Buffer.concat(
      dialectOf(api)
        .encode(script)
        .map((frame) => Buffer.from(frame)),
    ),
  );
}

export function bodyOf(api: string, body: Uint8Array): ScriptedResponse {
  const type = api === "bedrock-converse-stream" ? "application/vnd.amazon.eventstream" : "text/event-stream";
  return { headers: { "content-type": type }, body };
}
