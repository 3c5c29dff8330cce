import type { FieldDifference } from "./fields.ts";

/** Members of what functions, credentials and registries return that differ. */
export const functionFields: readonly FieldDifference[] = [
  {
    status: "accepted",
    reason: "A call aborted while it waited for its next attempt says so in errorMessage.",
    paths: ["events.*.*", "outcome.error"],
    examples: {
      "ai/retry-call": {
        outcomes: ["503 Service Unavailable", "aborted", "insufficient_quota", "ok"],
        policy: { enabled: true, maxRetries: 2, baseDelayMs: 0 },
        aborted: true,
      },
    },
  },
  {
    status: "open",
    reason:
      "The first request of codex is repeated after every status in pi (401 and 403 too), and its error text names no status; Mistral, Bedrock and pi-messages are not repeated by pi after some of 408, 409, 429 and 5xx.",
    paths: ["blocks", "error", "error.status", "requests", "stopReason"],
    examples: {
      "ai/http-retries": { api: "openai-codex-responses", status: 500, maxRetries: 0 },
    },
  },
  {
    status: "accepted",
    reason: "An object that was thrown and is no Error is told by its content; pi says [object Object].",
    paths: ["info.message", "text"],
    examples: {
      "ai/diagnostics": { thrown: "object", times: 1 },
    },
  },
  {
    status: "accepted",
    reason:
      "Tools that came after the last change which only a new list can tell stay at their place in the conversation, so that the cache holds; pi moves all of them to the start.",
    paths: ["[length]"],
    examples: {
      "ai/transcript-tools": {
        messages: [
          { role: "system", content: "", toolsAdded: [], toolsRemoved: [{ name: "a" }], timestamp: 1 },
          {
            role: "system",
            content: "",
            toolsAdded: [{ name: "b", description: "b", parameters: { type: "object", properties: {} } }],
            timestamp: 1,
          },
        ],
        support: true,
      },
    },
  },
  {
    status: "open",
    reason:
      "findEnvKeys: ANTHROPIC_AUTH_TOKEN is found before ANTHROPIC_OAUTH_TOKEN in pi, GOOGLE_API_KEY is not looked at, and Bedrock has no key variable; getEnvApiKey does not give ANTHROPIC_AUTH_TOKEN, which is a token for a header.",
    paths: ["key (ours)", "key", "key (pi)", "found (ours)", "found.*", "found[length]"],
    examples: {
      "ai/environment-keys": {
        provider: "github-copilot",
        env: { GH_TOKEN: "other", ANTHROPIC_AUTH_TOKEN: "", MISTRAL_API_KEY: "", COPILOT_GITHUB_TOKEN: "other" },
        scoped: true,
      },
    },
  },
  {
    status: "open",
    reason:
      "AWS_PROFILE without a profile in the files counts as configured in pi, as does a credentials file; here the profile must be found.",
    paths: ["configured"],
    examples: {
      "ai/environment-files": { provider: "amazon-bedrock", variable: "profile", file: "adc" },
    },
  },
  {
    status: "accepted",
    reason: "The source of a stored key is worded in another way.",
    paths: ["auth.source", "check.source"],
    examples: {
      "ai/api-key-auth": { env: {}, override: "override", names: ["FIRST"] },
      "ai/builtin-auth": { provider: "openai", env: {}, credential: { type: "api_key", key: "stored" } },
    },
  },
  {
    status: "open",
    reason:
      "checkAuth of a stored OAuth credential is undefined in pi if the provider has no OAuth, and an empty key is taken for a key: an empty apiKey of the call hides the stored one.",
    paths: ["auth (ours)", "auth (pi)", "auth.auth.apiKey", "auth.env (ours)", "check (ours)"],
    examples: {
      "ai/api-key-auth": {
        env: { SECOND: "" },
        credential: { type: "api_key", key: "stored" },
        override: "",
        names: [],
      },
    },
  },
  {
    status: "open",
    reason:
      "Built-in providers: Cloudflare without an account is not configured in pi; radius takes OAuth credentials; the env of a credential is only returned if the provider uses it; a credential without a key.",
    paths: [
      "auth.env (ours)",
      "auth.env.CLOUDFLARE_ACCOUNT_ID (ours)",
      "auth.auth.apiKey",
      "auth.auth.apiKey (pi)",
      "auth (ours)",
      "auth (pi)",
      "auth.auth.apiKey (ours)",
      "auth.env.AWS_REGION (ours)",
      "check (ours)",
      "check (pi)",
    ],
    examples: {
      "ai/builtin-auth": {
        provider: "cloudflare-ai-gateway",
        env: { DEEPSEEK_API_KEY: "other" },
        credential: { type: "api_key", key: "stored" },
      },
    },
  },
  {
    status: "open",
    reason:
      "minOAuthValidityMs 0 is taken for the default of five minutes in pi; here a token is used until it expires.",
    paths: [
      "auth.auth (ours)",
      "auth.auth.apiKey",
      "auth.source (ours)",
      "auth.throws (pi)",
      "calls[length]",
      "stored",
    ],
    examples: {
      "ai/oauth-auth": { expires: "soon", fails: true, minutes: 0 },
    },
  },
  {
    status: "accepted",
    reason: "Headers of a provider are sent with each of its requests.",
    paths: ["requests.*.x-provider (ours)"],
    examples: {
      "ai/collection-request": { api: "anthropic-messages", headers: true, transform: true, key: true },
    },
  },
  {
    status: "accepted",
    reason: "Requests go without the header for browsers.",
    paths: ["requests.*.anthropic-dangerous-direct-browser-access (pi)"],
    examples: {
      "ai/collection-request": { api: "anthropic-messages", headers: true, transform: true, key: true },
    },
  },
  {
    status: "accepted",
    reason: "The error of an unknown protocol has a code.",
    paths: ["*.answer.throws (ours)"],
    examples: {
      "ai/api-registry": ["faux"],
    },
  },
  {
    status: "accepted",
    reason: "The object of a protocol also names it.",
    paths: ["members[length]"],
    examples: {
      "ai/lazy-apis": "piMessagesApi",
    },
  },
  {
    status: "open",
    reason:
      'The faux provider: model name "Faux Model", estimates of tokens for the whole context and for failed answers, no event start before a failure, the system prompt counted as a message.',
    paths: [
      "models.*.name",
      "seen.*.events.*.content",
      "seen.*.events.*.delta",
      "seen.*.events[length]",
      "seen.*.message.content.*.text",
      "seen.*.message.usage.input",
      "seen.*.message.usage.output",
      "seen.*.message.usage.totalTokens",
    ],
    examples: {
      "ai/faux-provider": { responses: [], calls: 2, tokenSize: { min: 1000, max: 1000 }, simple: true },
    },
  },
  {
    status: "accepted",
    reason: "Answers tell how long they took.",
    paths: ["seen.*.message.durationMs (ours)"],
    examples: {
      "ai/faux-provider": { responses: [], calls: 2, tokenSize: { min: 1000, max: 1000 }, simple: true },
    },
  },
  {
    status: "open",
    reason: "fauxAssistantMessage names the model faux-1, and its stopReason is stop even with a tool call.",
    paths: ["made.model", "made.stopReason"],
    examples: {
      "ai/faux-parts": "text",
    },
  },
  {
    status: "open",
    reason:
      "A lazy stream that ends without a last event never settles in pi; one that fails midway has the api of the model, not of the partial message.",
    paths: ["api", "api (ours)", "error", "events[length]", "provider", "provider (ours)", "stopReason"],
    examples: {
      "ai/lazy-stream": "empty",
    },
  },
  {
    status: "open",
    reason: "InMemoryModelsStore rejects with an aborted signal in pi.",
    paths: ["* (pi)", "*.etag (ours)", "*.models (ours)", "*.throws (pi)"],
    examples: {
      "ai/models-store": ["aborted"],
    },
  },
  {
    status: "open",
    reason: "The message of a ModelsError ends with the text of its cause in pi.",
    paths: ["message"],
    examples: {
      "ai/models-error": "auth",
    },
  },
  {
    status: "open",
    reason: "getBuiltinModelDataGeneratedAt is undefined; in pi it is the time of the catalogue.",
    paths: ["date"],
    examples: {
      "ai/catalogue": "zzz",
    },
  },
  {
    status: "open",
    reason:
      "generateImages of an unknown protocol throws in pi and answers with an error here; the image models are not there before the catalogue is loaded; the request does not say stream false.",
    paths: [
      "requests.*.body.stream (pi)",
      "result.api (ours)",
      "result.error",
      "result.model (ours)",
      "result.output (ours)",
      "result.provider (ours)",
      "result.stopReason (ours)",
      "result.timestamp (ours)",
    ],
    examples: {
      "ai/images": "refused",
    },
  },
  {
    status: "open",
    reason: "radiusProvider has a sign-in (auth.oauth) and a list of models in pi.",
    paths: ["auth[length]", "models"],
    examples: {
      "ai/radius": "options",
    },
  },
];
