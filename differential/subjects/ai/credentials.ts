import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { subject } from "../../subject.ts";

const PROVIDERS = [
  "anthropic",
  "openai",
  "openai-codex",
  "azure-openai-responses",
  "google",
  "google-vertex",
  "amazon-bedrock",
  "github-copilot",
  "xai",
  "groq",
  "cerebras",
  "openrouter",
  "vercel-ai-gateway",
  "zai",
  "mistral",
  "minimax",
  "moonshotai",
  "huggingface",
  "fireworks",
  "together",
  "deepseek",
  "nvidia",
  "opencode",
  "kimi-coding",
  "cloudflare-workers-ai",
  "cloudflare-ai-gateway",
  "radius",
  "unknown-provider",
];
const VARIABLES = [
  "ANTHROPIC_API_KEY",
  "ANTHROPIC_OAUTH_TOKEN",
  "ANTHROPIC_AUTH_TOKEN",
  "OPENAI_API_KEY",
  "AZURE_OPENAI_API_KEY",
  "AZURE_OPENAI_BASE_URL",
  "AZURE_OPENAI_RESOURCE_NAME",
  "GEMINI_API_KEY",
  "GOOGLE_API_KEY",
  "GOOGLE_CLOUD_API_KEY",
  "GOOGLE_CLOUD_PROJECT",
  "GCLOUD_PROJECT",
  "GOOGLE_CLOUD_LOCATION",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_PROFILE",
  "AWS_BEARER_TOKEN_BEDROCK",
  "AWS_REGION",
  "AWS_WEB_IDENTITY_TOKEN_FILE",
  "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
  "COPILOT_GITHUB_TOKEN",
  "GH_TOKEN",
  "GITHUB_TOKEN",
  "XAI_API_KEY",
  "GROQ_API_KEY",
  "CEREBRAS_API_KEY",
  "OPENROUTER_API_KEY",
  "AI_GATEWAY_API_KEY",
  "ZAI_API_KEY",
  "MISTRAL_API_KEY",
  "MINIMAX_API_KEY",
  "MOONSHOT_API_KEY",
  "HF_TOKEN",
  "FIREWORKS_API_KEY",
  "TOGETHER_API_KEY",
  "DEEPSEEK_API_KEY",
  "NVIDIA_API_KEY",
  "OPENCODE_API_KEY",
  "KIMI_API_KEY",
  "CLOUDFLARE_API_KEY",
  "CLOUDFLARE_ACCOUNT_ID",
  "CLOUDFLARE_GATEWAY_ID",
];

const environment = fc.dictionary(fc.constantFrom(...VARIABLES), fc.constantFrom("value", "other", "", " padded "), {
  maxKeys: 6,
});
const credential = fc.constantFrom(
  undefined,
  { type: "api_key", key: "stored" },
  { type: "api_key" },
  { type: "api_key", key: "" },
  { type: "api_key", key: "stored", env: { AWS_REGION: "eu-west-1", CLOUDFLARE_ACCOUNT_ID: "account" } },
  { type: "oauth", access: "access", refresh: "refresh", expires: 4_000_000_000_000 },
);

/** Runs with these variables set and no other of the list. */
async function withEnvironment<T>(variables: Readonly<Record<string, string>>, use: () => T | Promise<T>): Promise<T> {
  for (const name of VARIABLES) delete process.env[name];
  Object.assign(process.env, variables);
  try {
    return await use();
  } finally {
    for (const name of VARIABLES) delete process.env[name];
  }
}

async function outcome(use: () => unknown): Promise<unknown> {
  try {
    return await use();
  } catch (error) {
    return { throws: (error as { code?: unknown }).code };
  }
}

export const credentialSubjects = [
  subject<{ provider: string; env: Record<string, string>; scoped: boolean }>({
    name: "ai/environment-keys",
    inputs: fc.record({ provider: fc.constantFrom(...PROVIDERS), env: environment, scoped: fc.boolean() }),
    examples: PROVIDERS.map((provider) => ({
      provider,
      env: Object.fromEntries(VARIABLES.map((name) => [name, `${name}-value`])),
      scoped: false,
    })),
    runs: 300,
    run: ({ ai }, { provider, env, scoped }) =>
      withEnvironment(scoped ? {} : env, () => ({
        found: ai.findEnvKeys(provider, scoped ? env : undefined),
        key: ai.getEnvApiKey(provider, scoped ? env : undefined),
      })),
  }),
  subject<{ provider: string; variable: string; file: string }>({
    name: "ai/environment-files",
    inputs: fc.record({
      provider: fc.constantFrom("google-vertex", "amazon-bedrock"),
      variable: fc.constantFrom("none", "project", "project-location", "profile"),
      file: fc.constantFrom("none", "adc", "aws"),
    }),
    runs: 40,
    run: ({ ai }, { provider, variable, file }) => {
      const variables = {
        none: {},
        project: { GOOGLE_CLOUD_PROJECT: "p" },
        "project-location": { GOOGLE_CLOUD_PROJECT: "p", GOOGLE_CLOUD_LOCATION: "l" },
        profile: { AWS_PROFILE: "default" },
      }[variable];
      writeCredentialFile(file);
      return withEnvironment(variables ?? {}, async () => {
        const models = ai.builtinModels({ credentials: new ai.InMemoryCredentialStore() });
        return {
          found: ai.findEnvKeys(provider),
          configured: (await models.checkAuth(provider)) !== undefined,
        };
      }).finally(() => writeCredentialFile("none"));
    },
  }),
  subject<{ env: Record<string, string>; credential: unknown; override?: string; names: string[] }>({
    name: "ai/api-key-auth",
    inputs: fc.record(
      {
        env: fc.dictionary(fc.constantFrom("FIRST", "SECOND"), fc.constantFrom("value", ""), { maxKeys: 2 }),
        credential,
        override: fc.constantFrom("override", ""),
        names: fc.constantFrom(["FIRST"], ["FIRST", "SECOND"], []),
      },
      { requiredKeys: ["env", "credential", "names"] },
    ),
    runs: 150,
    run: async ({ ai }, { env, credential, override, names }) => {
      const authContext = {
        env: (name: string) => Promise.resolve(env[name]),
        fileExists: () => Promise.resolve(false),
      };
      const credentials = new ai.InMemoryCredentialStore();
      if (credential) await credentials.modify("own", () => Promise.resolve(credential as never));
      const models = ai.createModels({ credentials, authContext });
      models.setProvider(
        ai.createProvider({
          id: "own",
          auth: { apiKey: ai.envApiKeyAuth("Own key", names) },
          models: [],
          api: ai.openAICompletionsApi() as never,
        } as never),
      );
      return {
        auth: await outcome(() => models.getAuth("own", override === undefined ? undefined : { apiKey: override })),
        check: await outcome(() => models.checkAuth("own")),
        list: await credentials.list(),
        read: await credentials.read("own"),
      };
    },
  }),
  subject<{ provider: string; env: Record<string, string>; credential: unknown }>({
    name: "ai/builtin-auth",
    inputs: fc.record({
      provider: fc.constantFrom(...PROVIDERS),
      env: environment,
      credential,
    }),
    runs: 150,
    run: async ({ ai }, { provider, env, credential }) => {
      const authContext = {
        env: (name: string) => Promise.resolve(env[name]),
        fileExists: () => Promise.resolve(false),
      };
      const credentials = new ai.InMemoryCredentialStore();
      if (credential) await credentials.modify(provider, () => Promise.resolve(credential as never));
      const models = ai.builtinModels({ credentials, authContext });
      return {
        auth: await outcome(() => models.getAuth(provider)),
        check: await outcome(() => models.checkAuth(provider)),
      };
    },
  }),
  subject<string[]>({
    name: "ai/credential-store",
    inputs: fc.array(fc.constantFrom("set", "keep", "fail", "delete", "delete-other", "parallel"), { maxLength: 6 }),
    runs: 80,
    run: async ({ ai }, steps) => {
      const store = new ai.InMemoryCredentialStore();
      const results: unknown[] = [];
      for (const [index, step] of steps.entries()) {
        const key = { type: "api_key", key: `k${index}` } as never;
        if (step === "delete") results.push(await outcome(() => store.delete("p")));
        else if (step === "delete-other") results.push(await outcome(() => store.delete("q")));
        else if (step === "fail")
          results.push(await outcome(() => store.modify("p", () => Promise.reject(new Error("no")))));
        else if (step === "keep")
          results.push(await outcome(() => store.modify("p", () => Promise.resolve(undefined))));
        else if (step === "set") results.push(await outcome(() => store.modify("p", () => Promise.resolve(key))));
        else {
          const seen: unknown[] = [];
          const add = (name: string) =>
            store.modify("p", (current) => {
              seen.push((current as { key?: string } | undefined)?.key);
              return Promise.resolve({ type: "api_key", key: name } as never);
            });
          await Promise.all([add("x"), add("y")]);
          results.push(seen);
        }
        results.push(await store.read("p"), await store.list());
      }
      return results;
    },
  }),
  subject<string>({
    name: "ai/auth-context",
    inputs: fc.constantFrom("~/there", "~/missing", "/etc", ""),
    runs: 8,
    run: async ({ ai }, path) => {
      writeFileSync(join(homedir(), "there"), "");
      const context = ai.defaultProviderAuthContext();
      return withEnvironment({ XAI_API_KEY: "v", GROQ_API_KEY: "" }, async () => ({
        exists: await context.fileExists(path),
        set: await context.env("XAI_API_KEY"),
        empty: await context.env("GROQ_API_KEY"),
        missing: await context.env("NOT_THERE"),
      }));
    },
  }),
  subject<{ expires: string; fails: boolean; minutes?: number }>({
    name: "ai/oauth-auth",
    inputs: fc.record(
      {
        expires: fc.constantFrom("past", "soon", "later"),
        fails: fc.boolean(),
        minutes: fc.constantFrom(0, 60),
      },
      { requiredKeys: ["expires", "fails"] },
    ),
    runs: 40,
    run: async ({ ai }, { expires, fails, minutes }) => {
      const calls: string[] = [];
      const at = Date.now() + { past: -1000, soon: 60_000, later: 7_200_000 * 3 }[expires as "past"];
      const auth = ai.lazyOAuth({
        name: "Own",
        load: () =>
          Promise.resolve({
            name: "Own",
            login: () => Promise.reject(new Error("no")),
            refresh: (credential: object) => {
              calls.push("refresh");
              if (fails) return Promise.reject(new Error("refused"));
              return Promise.resolve({ ...credential, access: "fresh", expires: at + 80_000_000 });
            },
            toAuth: (credential: { access: string }) => Promise.resolve({ apiKey: credential.access }),
          } as never),
      });
      const credentials = new ai.InMemoryCredentialStore();
      const old = { type: "oauth", access: "old", refresh: "r", expires: at };
      await credentials.modify("own", () => Promise.resolve(old as never));
      const models = ai.createModels({ credentials });
      models.setProvider(
        ai.createProvider({ id: "own", auth: { oauth: auth }, models: [], api: ai.piMessagesApi() } as never),
      );
      const overrides = minutes === undefined ? undefined : { minOAuthValidityMs: minutes * 60_000 };
      return {
        check: await outcome(() => models.checkAuth("own")),
        auth: await outcome(() => models.getAuth("own", overrides)),
        calls,
        name: auth.name,
        stored: ((await credentials.read("own")) as { access?: string } | undefined)?.access,
      };
    },
  }),
];

function writeCredentialFile(kind: string): void {
  const home = homedir();
  for (const name of [".config/gcloud", ".aws"]) rmSync(join(home, name), { recursive: true, force: true });
  if (kind === "adc") {
    mkdirSync(join(home, ".config/gcloud"), { recursive: true });
    const content = { type: "authorized_user", client_id: "i", client_secret: "s", refresh_token: "r" };
    writeFileSync(join(home, ".config/gcloud/application_default_credentials.json"), JSON.stringify(content));
  }
  if (kind === "aws") {
    mkdirSync(join(home, ".aws"), { recursive: true });
    writeFileSync(join(home, ".aws/credentials"), "[default]\naws_access_key_id = i\naws_secret_access_key = s\n");
  }
}
