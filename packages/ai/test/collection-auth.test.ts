import { expect, test } from "vitest";
import { builtinProvider, createModels, InMemoryCredentialStore } from "../src/index.ts";

const OAUTH = { type: "oauth", access: "token", refresh: "r", expires: 4_000_000_000_000 } as const;

async function collection(id: string, env: Readonly<Record<string, string>>, files: readonly string[] = []) {
  const credentials = new InMemoryCredentialStore();
  const models = createModels({
    credentials,
    authContext: { env: async (name) => env[name], fileExists: async (path) => files.includes(path) },
  });
  models.setProvider(await builtinProvider(id));
  return { models, credentials };
}

test("Bedrock is available to a machine that is signed in to AWS", async () => {
  for (const [env, source] of [
    [{ AWS_PROFILE: "work" }, "AWS_PROFILE"],
    [{ AWS_ACCESS_KEY_ID: "i", AWS_SECRET_ACCESS_KEY: "s" }, "AWS access keys"],
    [{ AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: "/v2" }, "ECS task role"],
    [{ AWS_WEB_IDENTITY_TOKEN_FILE: "/t" }, "web identity token"],
  ] as const) {
    const { models } = await collection("amazon-bedrock", env);
    expect(await models.checkAuth("amazon-bedrock")).toEqual({ type: "api_key", source });
    expect(await models.getAuth("amazon-bedrock")).toEqual({ auth: {}, source });
    expect((await models.getAvailable()).length).toBeGreaterThan(0);
  }
  const { models } = await collection("amazon-bedrock", { AWS_ACCESS_KEY_ID: "i" });
  expect([await models.checkAuth("amazon-bedrock"), await models.getAvailable()]).toEqual([undefined, []]);
});

test("Vertex is available with a project, a location and the file of gcloud", async () => {
  const env = { GOOGLE_CLOUD_PROJECT: "p", GOOGLE_CLOUD_LOCATION: "l" };
  const file = "~/.config/gcloud/application_default_credentials.json";
  const checked = async (...given: Parameters<typeof collection>) =>
    (await (await collection(...given)).models.checkAuth("google-vertex"))?.source;
  expect(await checked("google-vertex", env, [file])).toBe("application default credentials");
  expect(await checked("google-vertex", { ...env, GOOGLE_APPLICATION_CREDENTIALS: "/own.json" }, ["/own.json"])).toBe(
    "application default credentials",
  );
  expect(await checked("google-vertex", env)).toBeUndefined();
  expect(await checked("google-vertex", { GOOGLE_CLOUD_PROJECT: "p" }, [file])).toBeUndefined();
  expect(await checked("google-vertex", { ...env, GOOGLE_CLOUD_API_KEY: "k" }, [file])).toBe("GOOGLE_CLOUD_API_KEY");
});

test("a stored sign-in is the key of the providers that have one built in", async () => {
  for (const id of ["anthropic", "github-copilot", "openai-codex", "openrouter"]) {
    const { models, credentials } = await collection(id, {});
    await credentials.modify(id, async () => OAUTH);
    expect(await models.checkAuth(id)).toEqual({ type: "oauth", source: "OAuth" });
    expect(await models.getAuth(id)).toEqual({ auth: { apiKey: "token" }, source: "OAuth" });
  }
  const { models, credentials } = await collection("groq", {});
  await credentials.modify("groq", async () => OAUTH);
  expect(await models.checkAuth("groq")).toBeUndefined();
});
