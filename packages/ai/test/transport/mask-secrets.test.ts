import { expect, test } from "vitest";
import { streamSimple } from "../../src/index.ts";
import { readJsonAnswer } from "../../src/transport/body/read-json-answer.ts";
import { maskSecrets, secretsIn } from "../../src/transport/mask-secrets.ts";
import { type Answer, startServer, status } from "../support/http-server.ts";
import { testModel } from "../support/models.ts";

test("what the request was sent with is masked wherever it stands; what is too short to be a secret is not", () => {
  expect(maskSecrets("a qwertz1 b qwertz1 c", ["qwertz1"])).toBe("a *** b *** c");
  expect(maskSecrets("the key is on the table", ["key"])).toBe("the key is on the table");
});

test("keys are known by their look, and what stands before them stays", () => {
  const cases: [text: string, masked: string][] = [
    ["authorization: Bearer abcdefgh.ijkl", "authorization: Bearer ***"],
    ["GET /v1?alt=sse&key=abc123&x=1", "GET /v1?alt=sse&key=***&x=1"],
    ["?access_token=abc def", "?access_token=*** def"],
    ["?api_key=abc", "?api_key=***"],
    ...["sk", "rk", "pk", "gsk", "xai", "hf", "ghp", "gho", "ghu", "glpat"].map((prefix): [string, string] => [
      `the key ${prefix}_0123456789ab was refused`,
      "the key *** was refused",
    ]),
    ["sk-ant-api03-abcdefgh_ijk", "***"],
    ["sk-ab****cdef01", "***"],
    [`AIza${"x".repeat(35)}`, "***"],
    ["AKIAIOSFODNN7EXAMPLE and ASIAIOSFODNN7EXAMPLE", "*** and ***"],
  ];
  for (const [text, masked] of cases) expect(maskSecrets(text, [])).toBe(masked);
});

test("words that only begin like a key stay", () => {
  const prose = "sk-short, task_manager_of_things, a pk-1 and Bearer of news; a key=value pair";
  expect(maskSecrets(prose, [])).toBe(prose);
});

test("every header that can identify the user counts, without the word before its token", () => {
  const headers = {
    authorization: "Bearer one",
    "x-api-key": "two",
    "api-key": "three",
    "x-goog-api-key": "four",
    "cf-aig-authorization": "bearer five",
    cookie: "six",
    "x-amz-security-token": "seven",
    "x-client-secret": "eight",
    "content-type": "application/json",
    "user-agent": "tau",
  };
  expect(secretsIn(headers)).toEqual(["one", "two", "three", "four", "five", "six", "seven", "eight"]);
});

test("an answer in a form that nobody knows is shown without the key, message and debug body", async () => {
  const secret = "plain-secret-1";
  const strange: Answer = (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(`data: {"choices":[{"delta":{"tool_calls":5,"said":"${secret}"}}]}\n\n`);
  };
  await using server = await startServer(strange);
  const model = testModel("openai-completions", { baseUrl: server.url });
  const answer = await streamSimple(model, { messages: [] }, { apiKey: secret, maxRetries: 0 }).result();
  expect(answer.errorMessage).toContain("an event of a form that its API does not have");
  expect(answer.error?.body).toContain('"tool_calls":5');
  expect(JSON.stringify(answer)).not.toContain(secret);
});

test("a text where one JSON object was asked for is shown without the key", async () => {
  const body = (async function* () {
    yield new TextEncoder().encode("you sent plain-secret-1, which is odd");
  })();
  const read = readJsonAnswer({ headers: {}, body, secrets: ["plain-secret-1"] }, "someone");
  await expect(read).rejects.toMatchObject({
    message: "someone answered, but not with JSON: you sent ***, which is odd. Check the base URL.",
    details: { code: "server", body: "you sent ***, which is odd" },
  });
});

/** As a debugging proxy does: the whole request, in the place of an answer. */
const echo: Answer = (response, { headers, body }) => status(400, { error: { headers, body } })(response, {} as never);

test("a server that echoes the request leaves no secret in the message, nor in the debug body", async () => {
  await using server = await startServer(echo);
  const asked = async (api: "anthropic-messages" | "bedrock-converse-stream", options: object) => {
    const model = testModel(api, { baseUrl: server.url, headers: { "x-team-token": "team-secret" } });
    return JSON.stringify(await streamSimple(model, { messages: [] }, { maxRetries: 0, ...options }).result());
  };
  const plain = await asked("anthropic-messages", { apiKey: "plain-secret-1", headers: { cookie: "cookie-secret" } });
  expect(plain).toContain("anthropic-version");
  expect(plain).not.toMatch(/plain-secret|team-secret|cookie-secret/);
  const env = {
    AWS_ACCESS_KEY_ID: "ID",
    AWS_SECRET_ACCESS_KEY: "signing-secret",
    AWS_SESSION_TOKEN: "session-secret",
    AWS_BEARER_TOKEN_BEDROCK: "",
    AWS_PROFILE: "",
  };
  const signed = await asked("bedrock-converse-stream", { apiKey: "", env });
  expect(signed).toContain("x-amz-date");
  expect(signed).not.toMatch(/signing-secret|session-secret|Signature=/);
});
