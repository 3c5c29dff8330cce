import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import {
  AMBIENT_CREDENTIALS,
  builtinProvider,
  findEnvKeys,
  getEnvApiKey,
  getProviderInfo,
  isKeyRequired,
  keyVariables,
} from "../../src/index.ts";

const VARIABLES = ["HF_TOKEN", "HUGGINGFACE_HUB_TOKEN"];
const saved = VARIABLES.map((name) => [name, process.env[name]] as const);
afterEach(() => {
  for (const [name, value] of saved) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

test("P-AI-45 only populated variables count, and a change is seen at once", () => {
  for (const name of VARIABLES) delete process.env[name];
  expect([findEnvKeys("huggingface"), getEnvApiKey("huggingface")]).toEqual([undefined, undefined]);
  process.env.HUGGINGFACE_HUB_TOKEN = "two";
  expect([findEnvKeys("huggingface"), getEnvApiKey("huggingface")]).toEqual([["HUGGINGFACE_HUB_TOKEN"], "two"]);
  process.env.HF_TOKEN = "one";
  expect([findEnvKeys("huggingface"), getEnvApiKey("huggingface")]).toEqual([VARIABLES, "one"]);
  expect(getEnvApiKey("huggingface", { HF_TOKEN: "mine" })).toBe("mine");
  expect(findEnvKeys("no-such-provider")).toBeUndefined();
});

test.each(["constructor", "__proto__", "toString", "hasOwnProperty"])("a provider may be called %s", async (name) => {
  expect([keyVariables(name), findEnvKeys(name), isKeyRequired(name), getProviderInfo(name)]).toEqual([
    [],
    undefined,
    false,
    undefined,
  ]);
  expect((await builtinProvider(name)).name).toBe(name);
});

test("P-AI-46 Vertex is signed in only with credentials, project and location together", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tau-adc-"));
  const file = join(folder, "application_default_credentials.json");
  await writeFile(file, "{}");
  const nothing = { CLOUDSDK_CONFIG: join(folder, "none") };
  const project = { GOOGLE_CLOUD_PROJECT: "p" };
  const location = { GOOGLE_CLOUD_LOCATION: "l" };
  const named = { GOOGLE_APPLICATION_CREDENTIALS: file };
  const key = (...parts: Record<string, string>[]) => getEnvApiKey("google-vertex", Object.assign({}, ...parts));
  expect(key(nothing, project, location)).toBeUndefined();
  expect(key(nothing, named, location)).toBeUndefined();
  expect(key(nothing, named, project)).toBeUndefined();
  expect(key(nothing, named, project, location)).toBe(AMBIENT_CREDENTIALS);
  expect(key({ CLOUDSDK_CONFIG: folder }, { GCLOUD_PROJECT: "p" }, location)).toBe(AMBIENT_CREDENTIALS);
  await rm(folder, { recursive: true });
});

test("P-AI-47 each form of AWS credentials alone is enough, half a form is not", () => {
  for (const env of [
    { AWS_PROFILE: "p" },
    { AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "s" },
    { AWS_BEARER_TOKEN_BEDROCK: "t" },
    { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: "/x" },
    { AWS_CONTAINER_CREDENTIALS_FULL_URI: "http://x" },
    { AWS_WEB_IDENTITY_TOKEN_FILE: "/f" },
  ]) {
    expect([env, getEnvApiKey("amazon-bedrock", env as Record<string, string>)]).toEqual([env, AMBIENT_CREDENTIALS]);
  }
  expect(getEnvApiKey("amazon-bedrock", { AWS_ACCESS_KEY_ID: "a" })).toBeUndefined();
});
