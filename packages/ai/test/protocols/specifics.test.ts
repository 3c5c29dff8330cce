import { createHash, createHmac, generateKeyPairSync, verify } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { signV4 } from "../../src/auth/aws/sign-v4.ts";
import {
  type AssistantMessage,
  type Context,
  fauxAssistantMessage,
  type Model,
  type SimpleStreamOptions,
  streamSimple,
} from "../../src/index.ts";
import { clampPromptCacheKey } from "../../src/protocols/prompt-cache-key.ts";
import { type RecordedRequest, startServer, status } from "../support/http-server.ts";
import { testModel } from "../support/models.ts";

const hello: Context = {
  systemPrompt: "Be brief.",
  messages: [
    { role: "user", content: "one", timestamp: 0 },
    { role: "user", content: [{ type: "text", text: "two" }], timestamp: 0 },
  ],
  tools: [{ name: "ls", description: "List", parameters: { type: "object", properties: {} } }],
};

test("P-AI-61 Anthropic marks system, tools and the last block of the last user message", async () => {
  const { body } = await request(testModel("anthropic-messages"), { cacheRetention: "long" });
  const mark = { cache_control: { type: "ephemeral", ttl: "1h" } };
  expect(body).toMatchObject({
    system: [{ text: "Be brief.", ...mark }],
    tools: [{ name: "ls", ...mark }],
    messages: [
      { role: "user", content: [{ type: "text", text: "one", ...mark }] },
      { role: "user", content: [{ type: "text", text: "two", ...mark }] },
    ],
  });
  const without = await request(testModel("anthropic-messages"), { cacheRetention: "none" });
  expect(JSON.stringify(without.body)).not.toContain("cache_control");
});

test("Anthropic thinks by budget, by effort, or not, as the model can", async () => {
  const ask = async (model: Partial<Model>, reasoning?: SimpleStreamOptions["reasoning"]) => {
    const { body, headers } = await request(testModel("anthropic-messages", model as object), {
      ...(reasoning && { reasoning }),
    });
    return { thinking: body.thinking, effort: body.output_config, beta: headers["anthropic-beta"] };
  };
  expect(await ask({}, "low")).toEqual({
    thinking: { type: "enabled", budget_tokens: 2048, display: "summarized" },
    effort: undefined,
    beta: "interleaved-thinking-2025-05-14",
  });
  expect(await ask({ compat: { forceAdaptiveThinking: true } }, "minimal")).toEqual({
    thinking: { type: "adaptive", display: "summarized" },
    effort: { effort: "low" },
    beta: undefined,
  });
  expect((await ask({})).thinking).toEqual({ type: "disabled" });
  expect((await ask({ thinkingLevelMap: { off: null } })).thinking).toBeUndefined();
  expect((await ask({ reasoning: false }, "high")).thinking).toBeUndefined();
});

test("where an answer is too short for the smallest budget, Claude does not think", async () => {
  const fields = { reasoning: true, maxTokens: 1024 };
  const anthropic = await request(testModel("anthropic-messages", fields), { reasoning: "high" });
  expect(anthropic.body).toMatchObject({ max_tokens: 1024, thinking: { type: "disabled" } });
  const bedrock = testModel("bedrock-converse-stream", { ...fields, id: "claude-x" });
  expect((await request(bedrock, { reasoning: "high" })).body).not.toHaveProperty("additionalModelRequestFields");
});

test("what was thought before an answer was cut off does not go back without the answer", async () => {
  const model = testModel("openai-responses");
  const item = (id: string) => ({ type: "reasoning", id, summary: [], encrypted_content: "x" });
  const thought = (id: string) => ({
    type: "thinking" as const,
    thinking: "hm",
    thinkingSignature: JSON.stringify(item(id)),
  });
  const answer = (content: AssistantMessage["content"]): AssistantMessage => ({
    ...fauxAssistantMessage(content, { stopReason: "length", timestamp: 1 }),
    api: model.api,
    provider: model.provider,
    model: model.id,
  });
  const messages = [
    answer([thought("rs_1"), { type: "text", text: "so" }, thought("rs_2")]),
    answer([thought("rs_3"), { type: "text", text: "" }]),
    { role: "user" as const, content: "go on", timestamp: 2 },
  ];
  const { body } = await request(model, {}, { messages });
  expect((body.input as { type?: string; id?: string }[]).map(({ type, id }) => id ?? type)).toEqual([
    "rs_1",
    "msg_1_1",
    undefined,
  ]);
});

test("an Anthropic key goes out as a key, a sign-in token as a bearer token, always as ourselves", async () => {
  const key = await request(testModel("anthropic-messages"), { apiKey: "sk-ant-api03-x" });
  expect(key.headers).toMatchObject({ "x-api-key": "sk-ant-api03-x", "user-agent": expect.stringMatching(/^tau\//) });
  expect(key.headers.authorization).toBeUndefined();
  const token = await request(testModel("anthropic-messages"), { apiKey: "sk-ant-oat01-x" });
  expect(token.headers).toMatchObject({
    authorization: "Bearer sk-ant-oat01-x",
    "anthropic-beta": "oauth-2025-04-20",
    "user-agent": expect.stringMatching(/^tau\//),
  });
});

test("P-AI-64/65 Copilot is told who asks and whether there is an image", async () => {
  const model = testModel("anthropic-messages", { provider: "github-copilot" });
  const asked = await request(model);
  expect(asked.headers).toMatchObject({ authorization: "Bearer key", "x-initiator": "user" });
  expect(asked.headers["copilot-vision-request"]).toBeUndefined();
  const messages: Context["messages"] = [
    { role: "user", content: [{ type: "image", data: "AA==", mimeType: "image/png" }], timestamp: 0 },
    { role: "toolResult", toolCallId: "1", toolName: "ls", content: [], isError: false, timestamp: 0 },
  ];
  const seen = await request(model, {}, { messages });
  expect(seen.headers).toMatchObject({ "x-initiator": "agent", "copilot-vision-request": "true" });
});

test("P-AI-66 a cache key has at most 64 code points and never half an emoji", () => {
  const keys = [undefined, "x".repeat(64), "x".repeat(65), "😀".repeat(65)];
  expect(keys.map(clampPromptCacheKey)).toEqual([undefined, "x".repeat(64), "x".repeat(64), "😀".repeat(64)]);
});

test("Responses: the cache key, the retention and the encrypted thoughts", async () => {
  const { body, headers, url } = await request(testModel("openai-responses"), {
    sessionId: "s1",
    cacheRetention: "long",
    reasoning: "high",
  });
  expect(url).toBe("/responses");
  expect(body).toMatchObject({
    prompt_cache_key: "s1",
    prompt_cache_retention: "24h",
    store: false,
    include: ["reasoning.encrypted_content"],
    reasoning: { effort: "high", summary: "auto" },
    input: [{ role: "developer", content: "Be brief." }, { role: "user" }, { role: "user" }],
    tools: [{ type: "function", name: "ls", strict: false }],
  });
  expect(headers).toMatchObject({ session_id: "s1", "x-client-request-id": "s1" });
});

test("Azure: address, version and deployment come from the environment", async () => {
  await using server = await startServer(status(400, "{}"));
  const env = {
    AZURE_OPENAI_BASE_URL: `${server.url}/openai/v1`,
    AZURE_OPENAI_API_VERSION: "2025-04-01-preview",
    AZURE_OPENAI_DEPLOYMENT_NAME_MAP: "other=x, test-model=mine",
  };
  const model = testModel("azure-openai-responses", { provider: "azure", baseUrl: "" });
  await streamSimple(model, hello, { apiKey: "key", env }).result();
  expect(server.requests[0]).toMatchObject({
    url: "/openai/v1/responses?api-version=2025-04-01-preview",
    headers: { "api-key": "key" },
    body: { model: "mine" },
  });
  const nowhere = await streamSimple(model, hello, { apiKey: "key" }).result();
  expect(nowhere.errorMessage).toMatch(/Set AZURE_OPENAI_BASE_URL or AZURE_OPENAI_RESOURCE_NAME/);
});

test("Codex: instructions apart, the account from the token, no token limit, and our own name", async () => {
  const claims = { "https://api.openai.com/auth": { chatgpt_account_id: "acc" } };
  const token = `x.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.y`;
  const { body, headers, url } = await request(testModel("openai-codex-responses"), { apiKey: token });
  expect(url).toBe("/codex/responses");
  expect(headers).toMatchObject({ "chatgpt-account-id": "acc", originator: "tau" });
  expect(body).toMatchObject({ instructions: "Be brief.", text: { verbosity: "low" }, parallel_tool_calls: true });
  expect(body).not.toHaveProperty("max_output_tokens");
  expect(JSON.stringify(body.input)).not.toContain("Be brief.");
});

test("P-AI-68/69 Bedrock: one cache point after the last user content, and a region for all cases", async () => {
  const model = testModel("bedrock-converse-stream", { id: "anthropic.claude:0", name: "Claude" });
  const { body, url } = await request(model);
  expect(url).toBe("/model/anthropic.claude%3A0/converse-stream");
  expect(body.messages).toEqual([
    { role: "user", content: [{ text: "one" }, { text: "two" }, { cachePoint: { type: "default" } }] },
  ]);
  const begun = { ...hello.messages[0]!, role: "assistant" as const, content: [{ type: "text" as const, text: "so" }] };
  const prefilled = await request(model, {}, { messages: [...hello.messages, begun as never] });
  expect(prefilled.body.messages).toEqual([
    { role: "user", content: [{ text: "one" }, { text: "two" }, { cachePoint: { type: "default" } }] },
    { role: "assistant", content: [{ text: "so" }] },
  ]);
  const region = async (baseUrl: string, env: Record<string, string> = {}) => {
    const urls: string[] = [];
    const fetch = async (input: string | URL | Request) => {
      urls.push(String(input));
      return new Response("{}", { status: 400 });
    };
    await streamSimple({ ...model, baseUrl }, hello, { apiKey: "t", env, fetch }).result();
    return new URL(urls[0]!).host;
  };
  expect(await region("https://bedrock-runtime.eu-central-1.amazonaws.com")).toMatch(/eu-central-1/);
  expect(await region("https://bedrock-runtime.us-east-1.amazonaws.com", { AWS_REGION: "ap-south-1" })).toMatch(
    /ap-south-1/,
  );
});

test("Signature Version 4 agrees with the published test suite", async () => {
  // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html, cases get- and post-vanilla
  const credentials = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY" };
  const scope = { region: "us-east-1", service: "service", credentials, date: new Date("2015-08-30T12:36:00Z") };
  const sign = async (method: string) =>
    (await signV4({ method, url: "https://example.amazonaws.com/", headers: {}, body: "" }, scope)).authorization;
  expect(await sign("GET")).toBe(
    "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
  );
  expect(await sign("POST")).toContain("Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b");
});

test("Signature Version 4 encodes the path once more than it is sent, and sorts the query", async () => {
  const credentials = { accessKeyId: "AKID", secretAccessKey: "secret", sessionToken: "token" };
  const scope = { region: "eu-west-1", service: "bedrock", credentials, date: new Date("2026-01-02T03:04:05Z") };
  const url = "https://example.amazonaws.com/model/a.b%3A1/converse?b=2&a=1%20x&B=3";
  const headers = { "Content-Type": " application/json   ; charset " };
  const added = await signV4({ method: "POST", url, headers, body: "{}" }, scope);
  // Written by hand after https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
  const canonical = [
    "POST",
    "/model/a.b%253A1/converse",
    "B=3&a=1%20x&b=2",
    "content-type:application/json ; charset",
    "host:example.amazonaws.com",
    "x-amz-date:20260102T030405Z",
    "x-amz-security-token:token",
    "",
    "content-type;host;x-amz-date;x-amz-security-token",
    createHash("sha256").update("{}").digest("hex"),
  ].join("\n");
  const place = "20260102/eu-west-1/bedrock/aws4_request";
  const digest = createHash("sha256").update(canonical).digest("hex");
  const text = ["AWS4-HMAC-SHA256", "20260102T030405Z", place, digest].join("\n");
  let key: string | Buffer = "AWS4secret";
  for (const part of [...place.split("/"), text]) key = createHmac("sha256", key).update(part).digest();
  expect(added).toEqual({
    "x-amz-date": "20260102T030405Z",
    "x-amz-security-token": "token",
    authorization: `AWS4-HMAC-SHA256 Credential=AKID/${place}, SignedHeaders=content-type;host;x-amz-date;x-amz-security-token, Signature=${key.toString("hex")}`,
  });
});

test("Bedrock signs with the keys, the profile or the task role of the machine", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tau-aws-"));
  const file = join(folder, "credentials");
  await writeFile(
    file,
    "[default]\naws_access_key_id = DEFAULT\naws_secret_access_key = s\n[work]\naws_access_key_id=WORK\naws_secret_access_key=s\naws_session_token=t\n",
  );
  await using role = await startServer(
    status(200, { AccessKeyId: "ROLE", SecretAccessKey: "s", Token: "t", Expiration: "2999-01-01T00:00:00Z" }),
  );
  const files = { AWS_SHARED_CREDENTIALS_FILE: file, AWS_CONFIG_FILE: join(folder, "none") };
  const signedBy = async (env: Record<string, string>) => {
    const { headers } = await request(testModel("bedrock-converse-stream"), { apiKey: "", env: { ...files, ...env } });
    return /Credential=(\w+)\//.exec(headers.authorization ?? "")?.[1];
  };
  expect(await signedBy({ AWS_ACCESS_KEY_ID: "ENV", AWS_SECRET_ACCESS_KEY: "s" })).toBe("ENV");
  expect(await signedBy({ AWS_PROFILE: "work" })).toBe("WORK");
  expect(await signedBy({ AWS_CONTAINER_CREDENTIALS_FULL_URI: role.url })).toBe("ROLE");
  expect(await signedBy({})).toBe("DEFAULT");
  await using empty = await startServer(status(200, {}));
  const env = { ...files, AWS_CONTAINER_CREDENTIALS_FULL_URI: `${empty.url}/empty` };
  const unsigned = await streamSimple(testModel("bedrock-converse-stream"), hello, { apiKey: "", env }).result();
  expect(unsigned.errorMessage).toMatch(/^127\.0\.0\.1:\d+ answered without AWS credentials\.$/);
  await rm(folder, { recursive: true });
});

test("Vertex exchanges a service account for a token, with a valid signature", async () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const folder = await mkdtemp(join(tmpdir(), "tau-vertex-"));
  const grants: URLSearchParams[] = [];
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    if (!String(input).includes("token")) return await globalThis.fetch(input, init);
    grants.push(new URLSearchParams(`${init?.body}`));
    return Response.json({ access_token: "granted", expires_in: 3600 });
  };
  const file = join(folder, "account.json");
  await writeFile(
    file,
    JSON.stringify({
      type: "service_account",
      client_email: "me@x",
      private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
      token_uri: "https://example.invalid/token",
    }),
  );
  const env = {
    GOOGLE_APPLICATION_CREDENTIALS: file,
    GOOGLE_CLOUD_PROJECT: "p",
    GOOGLE_CLOUD_LOCATION: "europe-west1",
  };
  const model = testModel("google-vertex", { provider: "google-vertex" });
  const { url, headers } = await request(model, { apiKey: "", env, fetch });
  expect(url).toBe(
    "/v1/projects/p/locations/europe-west1/publishers/google/models/test-model:streamGenerateContent?alt=sse",
  );
  expect(headers.authorization).toBe("Bearer granted");
  const [head, claims, signature] = grants[0]!.get("assertion")!.split(".");
  expect(verify("sha256", Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature!, "base64url"))).toBe(
    true,
  );
  expect(JSON.parse(Buffer.from(claims!, "base64url").toString())).toMatchObject({ iss: "me@x" });
  await rm(folder, { recursive: true });
});

test("Vertex with a key needs no project", async () => {
  const { url, headers } = await request(testModel("google-vertex"), { apiKey: "AIza" });
  expect(url).toBe("/v1/publishers/google/models/test-model:streamGenerateContent?alt=sse");
  expect(headers["x-goog-api-key"]).toBe("AIza");
});

test("Ollama is told the size of the context, and whether to think", async () => {
  const { body, url } = await request(testModel("ollama"), { reasoning: "high", maxTokens: 9 });
  expect(url).toBe("/api/chat");
  expect(body).toMatchObject({ think: true, options: { num_ctx: 100_000, num_predict: 9 } });
});

async function request(
  model: Model,
  options: SimpleStreamOptions = {},
  context: Context = hello,
): Promise<RecordedRequest> {
  await using server = await startServer(status(400, "{}"));
  await streamSimple({ ...model, baseUrl: server.url }, context, { apiKey: "key", ...options }).result();
  return server.requests[0]!;
}
