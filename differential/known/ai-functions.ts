import type { FieldDifference } from "./fields.ts";

interface ApiKeyInput {
  readonly override?: string;
  readonly credential?: { readonly key?: string; readonly env?: object };
  readonly env: Readonly<Record<string, string>>;
}

/** Providers of which it is decided in another way whether they are configured. */
const UNLIKE_PI = /^(cloudflare-|azure-openai|radius|openai-codex|amazon-bedrock|google|github-copilot)/;

/** Providers of which pi can be signed in to by a vendor's service of its own. */
const KEY_ONLY = /^(kimi-coding|radius|xai)$/;

/** Whether each item of one list is in the other. */
function isPartOf(part: unknown, whole: unknown): boolean {
  const all = (whole as unknown[]).map((item) => JSON.stringify(item));
  return (part as unknown[]).every((item) => all.includes(JSON.stringify(item)));
}

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
    status: "accepted",
    reason:
      "Every protocol repeats a request after the same answers: 408, 429 and 5xx; pi repeats with some protocols after other answers, with Codex also after 401 and 403. The text of an error names its status.",
    paths: ["blocks", "error", "error.status", "requests", "stopReason"],
    accepts: ({ path, ours }, input) => {
      const { status, maxRetries } = input as { status: number; maxRetries: number };
      const isRepeated = maxRetries > 0 && (status === 408 || status === 429 || status >= 500);
      if (path === "error.status") return ours === true;
      if (path === "requests") return ours === (isRepeated ? 2 : 1);
      if (path === "blocks") return ours === (isRepeated ? 1 : 0);
      return path === "stopReason" ? ours === (isRepeated ? "stop" : "error") : (ours === "none") === isRepeated;
    },
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
    accepts: ({ ours, theirs }) => isPartOf(ours, theirs),
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
    status: "accepted",
    reason:
      "The variables are listed in the order in which they are used, and with those that the vendors document beside them (GOOGLE_API_KEY, AWS_BEARER_TOKEN_BEDROCK); a token for a header (ANTHROPIC_AUTH_TOKEN) is one of the keys.",
    paths: ["key (ours)", "key", "found (ours)", "found.*", "found[length]"],
    accepts: ({ path, ours, theirs }, input) => {
      const env = Object.values((input as { env: Record<string, string> }).env);
      if (path.startsWith("key")) return env.includes(ours as string);
      if (path === "found.*") return [ours, theirs].every((name) => typeof name === "string");
      return Array.isArray(ours) && isPartOf(theirs ?? [], ours);
    },
    examples: {
      "ai/environment-keys": {
        provider: "github-copilot",
        env: { GH_TOKEN: "other", ANTHROPIC_AUTH_TOKEN: "", MISTRAL_API_KEY: "", COPILOT_GITHUB_TOKEN: "other" },
        scoped: true,
      },
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
    status: "accepted",
    reason:
      "The tokens of ANTHROPIC_AUTH_TOKEN and AWS_BEARER_TOKEN_BEDROCK and the key of the gateway of Cloudflare are given as the key of the request, which sends them in the same headers as in pi.",
    paths: ["auth.auth.headers (pi)", "auth.auth.apiKey (ours)"],
    accepts: (_, input) =>
      /^(anthropic|cloudflare-ai-gateway|amazon-bedrock)$/.test((input as { provider: string }).provider),
    examples: {
      "ai/builtin-auth": { provider: "anthropic", env: { ANTHROPIC_AUTH_TOKEN: "value" } },
    },
  },
  {
    status: "accepted",
    reason: "An empty key is no key: it does not hide the stored one.",
    paths: ["auth (ours)", "auth (pi)", "auth.auth.apiKey", "auth.env (ours)"],
    accepts: ({ path, ours, theirs }, input) => {
      const { override, credential, env } = input as ApiKeyInput;
      if (override !== "" && credential?.key !== "" && !Object.values(env).includes("")) return false;
      if (path === "auth.auth.apiKey") return ours === credential?.key;
      if (path === "auth.env") return JSON.stringify(ours) === JSON.stringify(credential?.env);
      return (ours === undefined) !== (theirs === undefined);
    },
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
    status: "accepted",
    reason:
      "Cloudflare with a key and without an account, and a stored credential without a key beside one in the environment, count as configured, and the request says what is missing; a stored key is one of Codex too. The provider of Azure is called azure, as in pi 1.5. Radius, xAI and Kimi are used with a key: there is no sign-in to them. GH_TOKEN and GITHUB_TOKEN are keys of Copilot too, and GOOGLE_API_KEY is one of Google. The env of a credential is returned whole, and what the environment says of an account is read by the request.",
    paths: [
      "auth.env (ours)",
      "auth.env (pi)",
      "auth.env.CLOUDFLARE_ACCOUNT_ID (ours)",
      "auth (ours)",
      "auth (pi)",
      "auth.env.AWS_REGION (ours)",
      "auth.env.CLOUDFLARE_ACCOUNT_ID (pi)",
      "auth.env.CLOUDFLARE_GATEWAY_ID (pi)",
      "check (ours)",
      "check (pi)",
    ],
    accepts: ({ path, ours }, input) => {
      const { provider, credential } = input as { provider: string; credential?: { type: string; env?: object } };
      if (!path.startsWith("auth.env"))
        return credential?.type === "oauth" ? KEY_ONLY.test(provider) : UNLIKE_PI.test(provider);
      if (ours === undefined || ours === null) return provider.startsWith("cloudflare");
      return Object.values({ all: credential?.env, ...credential?.env }).some(
        (value) => JSON.stringify(value) === JSON.stringify(ours),
      );
    },
    examples: {
      "ai/builtin-auth": {
        provider: "cloudflare-ai-gateway",
        env: { DEEPSEEK_API_KEY: "other" },
        credential: { type: "api_key", key: "stored" },
      },
    },
  },
  {
    status: "accepted",
    reason:
      "The address of Copilot is that of its models, which every request has; the sign-in does not say it once more.",
    paths: ["auth.auth.baseUrl (pi)"],
    accepts: ({ theirs }) => theirs === "https://api.individual.githubcopilot.com",
    examples: {
      "ai/builtin-auth": {
        provider: "github-copilot",
        env: {},
        credential: { type: "oauth", access: "access", refresh: "refresh", expires: 4000000000000 },
      },
    },
  },
  {
    status: "accepted",
    reason:
      "minOAuthValidityMs 0 means 0: a token is used until it expires. pi takes it for the default of five minutes.",
    paths: [
      "auth.auth (ours)",
      "auth.auth.apiKey",
      "auth.source (ours)",
      "auth.throws (pi)",
      "calls[length]",
      "stored",
    ],
    accepts: (_, input) => (input as { minutes: number }).minutes === 0,
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
    status: "accepted",
    reason:
      "The faux provider estimates the tokens of the whole context, begins each stream with start, and gives a factory the context as the caller passed it, without the system prompt as a message.",
    paths: [
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
    status: "accepted",
    reason:
      "A stream that ends without a last event is an error; in pi its result never comes. One that fails midway keeps the names of its message.",
    paths: ["api", "api (ours)", "error", "events[length]", "provider", "provider (ours)", "stopReason"],
    examples: {
      "ai/lazy-stream": "empty",
    },
  },
  {
    status: "accepted",
    reason:
      "getBuiltinModelDataGeneratedAt is undefined: the catalogue is part of a release and has no time of its own.",
    paths: ["date"],
    examples: {
      "ai/catalogue": "zzz",
    },
  },
  {
    status: "accepted",
    reason: "generateImages never rejects: a protocol that is not known is told in errorMessage, as every failure is.",
    paths: [
      "result.api (ours)",
      "result.error",
      "result.model (ours)",
      "result.output (ours)",
      "result.provider (ours)",
      "result.stopReason (ours)",
      "result.timestamp (ours)",
    ],
    examples: {
      "ai/images": "unregistered",
    },
  },
  {
    status: "accepted",
    reason: "Radius is a service of pi: Tau reaches it by key, and lists no models for it until it has answered.",
    paths: ["auth[length]", "models"],
    examples: {
      "ai/radius": "options",
    },
  },
];
