import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Model, type SimpleStreamOptions, streamSimple } from "../../src/index.ts";
import { startServer, status } from "../support/http-server.ts";
import { testModel } from "../support/models.ts";

async function fileWith(content: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tau-ambient-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "credentials");
  await writeFile(path, content);
  return path;
}

async function ask(model: Model, options: SimpleStreamOptions) {
  await using server = await startServer(status(400, "{}"));
  const answer = await streamSimple(
    { ...model, baseUrl: server.url },
    { messages: [{ role: "user", content: "hi", timestamp: 0 }] },
    { apiKey: "", ...options },
  ).result();
  return { request: server.requests[0], answer };
}

const vertex = testModel("google-vertex", { provider: "google-vertex" });
const vertexEnv = (file: string) => ({
  GOOGLE_APPLICATION_CREDENTIALS: file,
  GOOGLE_CLOUD_PROJECT: "p",
  GOOGLE_CLOUD_LOCATION: "europe-west1",
});

test("Vertex refreshes the token of the user who ran gcloud once, and keeps it while it lasts", async () => {
  await using google = await startServer(status(200, { access_token: "granted", expires_in: 3600 }));
  const user = { client_id: "id", client_secret: "secret", refresh_token: "refresh" };
  const file = await fileWith(JSON.stringify({ type: "authorized_user", ...user, token_uri: google.url }));
  const first = await ask(vertex, { env: vertexEnv(file) });
  const second = await ask(vertex, { env: vertexEnv(file) });
  expect([first, second].map(({ request }) => request?.headers.authorization)).toEqual(Array(2).fill("Bearer granted"));
  expect(google.requests.map(({ body }) => body)).toEqual([{ grant_type: "refresh_token", ...user }]);
});

test("a service of credentials that never answers is given up, as a model's server is", async () => {
  await using silent = await startServer(() => undefined);
  const user = { type: "authorized_user", client_id: "i", client_secret: "s", refresh_token: "silent" };
  const file = await fileWith(JSON.stringify({ ...user, token_uri: silent.url }));
  const options = { timeoutMs: 50, maxRetries: 0 };
  const bedrock = { AWS_CONTAINER_CREDENTIALS_FULL_URI: `${silent.url}/silent` };
  for (const { answer } of [
    await ask(vertex, { env: vertexEnv(file), ...options }),
    await ask(testModel("bedrock-converse-stream"), { env: bedrock, ...options }),
  ]) {
    expect(answer).toMatchObject({ stopReason: "error", error: { code: "network" } });
    expect(answer.errorMessage).toMatch(/^127\.0\.0\.1:\d+ sent nothing for 0 s\./);
  }
});

test("Vertex says what to do where Google refuses the user, and of credentials it cannot use", async () => {
  await using google = await startServer(status(400, { error: "invalid_grant" }));
  const user = { type: "authorized_user", client_id: "i", client_secret: "s", refresh_token: "r" };
  const refused = await ask(vertex, {
    env: vertexEnv(await fileWith(JSON.stringify({ ...user, token_uri: google.url }))),
  });
  expect(refused.answer).toMatchObject({
    errorMessage:
      "Google refused the application-default credentials (HTTP 400). Run: gcloud auth application-default login",
    error: { code: "auth", status: 400 },
  });
  const broken = await fileWith("not json");
  expect((await ask(vertex, { env: vertexEnv(broken) })).answer.errorMessage).toBe(
    `${broken} is no JSON. Run: gcloud auth application-default login`,
  );
  const file = await fileWith(JSON.stringify({ type: "external_account" }));
  const foreign = await ask(vertex, { env: vertexEnv(file) });
  expect(foreign.answer.errorMessage).toBe(
    `${file} holds Google credentials of the kind "external_account", which are not supported.`,
  );
});

const bedrock = testModel("bedrock-converse-stream");
const identity = (file: string, sts: string) => ({
  AWS_WEB_IDENTITY_TOKEN_FILE: file,
  AWS_ROLE_ARN: "arn:aws:iam::1:role/tau",
  AWS_REGION: "eu-west-1",
  AWS_ENDPOINT_URL_STS: sts,
  AWS_SHARED_CREDENTIALS_FILE: "/nonexistent",
  AWS_CONFIG_FILE: "/nonexistent",
});

test("Bedrock exchanges the web identity of a pod for credentials that it keeps until they end", async () => {
  const credentials = {
    AccessKeyId: "POD",
    SecretAccessKey: "s",
    SessionToken: "session",
    Expiration: Date.now() / 1000 + 3600,
  };
  const answer = {
    AssumeRoleWithWebIdentityResponse: { AssumeRoleWithWebIdentityResult: { Credentials: credentials } },
  };
  await using sts = await startServer(status(200, answer));
  const env = identity(await fileWith("web-token\n"), sts.url);
  const first = await ask(bedrock, { env });
  await ask(bedrock, { env });
  expect(first.request?.headers.authorization).toMatch(/Credential=POD\/\d{8}\/eu-west-1\/bedrock\/aws4_request/);
  expect(first.request?.headers["x-amz-security-token"]).toBe("session");
  expect(sts.requests.map(({ body }) => body)).toEqual([
    {
      Action: "AssumeRoleWithWebIdentity",
      Version: "2011-06-15",
      RoleArn: "arn:aws:iam::1:role/tau",
      RoleSessionName: "tau",
      WebIdentityToken: "web-token",
    },
  ]);
});

test("Bedrock says which service refused the web identity", async () => {
  await using sts = await startServer(status(403, "{}"));
  const { answer } = await ask(bedrock, { env: identity(await fileWith("web-token"), sts.url) });
  expect(answer).toMatchObject({
    errorMessage: `${new URL(sts.url).host} gave no AWS credentials (HTTP 403).`,
    error: { code: "auth", status: 403 },
  });
});
