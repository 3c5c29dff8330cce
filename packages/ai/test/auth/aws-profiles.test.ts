import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { streamSimple } from "../../src/index.ts";
import { startServer, status } from "../support/http-server.ts";
import { testModel } from "../support/models.ts";

const later = () => new Date(Date.now() + 3600_000).toISOString();

/** A home with these AWS files; answers by whom a request is signed, or why it is not. */
async function home(config: string, files: Record<string, object> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "tau-aws-home-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, ".aws/sso/cache"), { recursive: true });
  await writeFile(join(folder, ".aws/config"), config);
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, ".aws/sso/cache", name), JSON.stringify(content));
  }
  const none = { AWS_CONFIG_FILE: "", AWS_SHARED_CREDENTIALS_FILE: "", AWS_REGION: "", AWS_DEFAULT_REGION: "" };
  const ask = async (env: Record<string, string>) => {
    await using server = await startServer(status(400, "{}"));
    const model = testModel("bedrock-converse-stream", { baseUrl: server.url });
    const options = { apiKey: "", env: { HOME: folder, ...none, ...env } };
    const answer = await streamSimple(model, { messages: [] }, options).result();
    const signed = /Credential=([^,]+),/.exec(server.requests[0]?.headers.authorization ?? "")?.[1];
    return signed?.replace(/\/\d{8}\//, " ") ?? answer.errorMessage;
  };
  return { folder, ask };
}

const cacheFile = (key: string) => `${createHash("sha1").update(key).digest("hex")}.json`;
const ssoConfig = (name: string) => `[profile ${name}]
sso_session = company
sso_account_id = 111122223333
sso_role_name = ${name}
region = eu-central-1
[sso-session company]
sso_start_url = https://company.example/start
sso_region = eu-west-1
`;
const role = (accessKeyId: string) => ({
  roleCredentials: {
    accessKeyId,
    secretAccessKey: "secret",
    sessionToken: "session",
    expiration: Date.now() + 3600_000,
  },
});

test("a profile of an identity centre signs with the role that the cached sign-in gets", async () => {
  const file = cacheFile("company");
  await using portal = await startServer(status(200, role("SSO")));
  const { ask } = await home(ssoConfig("Reader"), { [file]: { accessToken: "token", expiresAt: later() } });
  const env = { AWS_PROFILE: "Reader", AWS_ENDPOINT_URL_SSO: portal.url };
  expect(await ask(env)).toBe("SSO eu-central-1/bedrock/aws4_request");
  expect(await ask(env)).toBe("SSO eu-central-1/bedrock/aws4_request");
  expect(portal.requests.map(({ url, headers }) => [url, headers["x-amz-sso_bearer_token"]])).toEqual([
    ["/federation/credentials?account_id=111122223333&role_name=Reader", "token"],
  ]);
});

test("a sign-in that has ended is renewed where it can be, and the cache keeps the new token", async () => {
  const file = cacheFile("company");
  const ended = { accessToken: "old", expiresAt: "2020-01-01T00:00:00Z" };
  await using portal = await startServer(status(200, role("RENEWED")));
  await using oidc = await startServer(status(200, { accessToken: "new", expiresIn: 3600, refreshToken: "r2" }));
  const { ask, folder } = await home(ssoConfig("Writer"), {
    [file]: { ...ended, refreshToken: "r1", clientId: "id", clientSecret: "s" },
  });
  const env = { AWS_PROFILE: "Writer", AWS_ENDPOINT_URL_SSO: portal.url, AWS_ENDPOINT_URL_SSO_OIDC: oidc.url };
  expect(await ask(env)).toMatch(/^RENEWED /);
  expect(oidc.requests[0]?.body).toEqual({
    clientId: "id",
    clientSecret: "s",
    refreshToken: "r1",
    grantType: "refresh_token",
  });
  const kept = JSON.parse(await readFile(join(folder, ".aws/sso/cache", file), "utf8"));
  expect(kept).toMatchObject({ accessToken: "new", refreshToken: "r2", clientId: "id" });
  expect(portal.requests[0]?.headers["x-amz-sso_bearer_token"]).toBe("new");
});

test("a renewed sign-in whose cache cannot be written is kept for as long as the process lives", async () => {
  const file = cacheFile("company");
  const cached = { accessToken: "old", expiresAt: "2020-01-01T00:00:00Z" };
  await using portal = await startServer(status(200, role("KEPT")));
  await using oidc = await startServer(
    status(200, { accessToken: "new", expiresIn: 3600, refreshToken: "r2" }),
    status(400, { error: "invalid_grant" }),
  );
  const { ask, folder } = await home(`${ssoConfig("First")}${ssoConfig("Second")}`, {
    [file]: { ...cached, refreshToken: "r1", clientId: "id", clientSecret: "s" },
  });
  const inTheWay = join(folder, ".aws/sso/cache", `${file}.new`);
  await mkdir(inTheWay);
  const env = { AWS_ENDPOINT_URL_SSO: portal.url, AWS_ENDPOINT_URL_SSO_OIDC: oidc.url };
  expect(await ask({ ...env, AWS_PROFILE: "First" })).toMatch(/^KEPT /);
  expect(await ask({ ...env, AWS_PROFILE: "Second" })).toMatch(/^KEPT /);
  expect(oidc.requests).toHaveLength(1);
  expect(portal.requests.map(({ headers }) => headers["x-amz-sso_bearer_token"])).toEqual(["new", "new"]);
  expect(JSON.parse(await readFile(join(folder, ".aws/sso/cache", file), "utf8"))).toMatchObject(cached);
});

test("a sign-in that is missing, has ended or is refused says which command mends it", async () => {
  const legacy = `[profile old]
sso_start_url = https://old.example/start
sso_region = us-west-2
sso_account_id = 1
sso_role_name = Any
`;
  const advice = 'The AWS sign-in of the profile "old" has ended. Run: aws sso login --profile old';
  const nothing = await home(legacy);
  expect(await nothing.ask({ AWS_PROFILE: "old" })).toBe(advice);
  const file = cacheFile("https://old.example/start");
  const ended = await home(legacy, { [file]: { accessToken: "t", expiresAt: "2020-01-01T00:00:00Z" } });
  expect(await ended.ask({ AWS_PROFILE: "old" })).toBe(advice);
  await using portal = await startServer(status(401, "{}"));
  const refused = await home(legacy, { [file]: { accessToken: "t", expiresAt: later() } });
  expect(await refused.ask({ AWS_PROFILE: "old", AWS_ENDPOINT_URL_SSO: portal.url })).toBe(advice);
});

test("a profile may name a program that prints credentials, and says so when it does not", async () => {
  const printed = JSON.stringify({ Version: 1, AccessKeyId: "PRINTED", SecretAccessKey: "s", Expiration: later() });
  const { ask } = await home(`[profile program]
credential_process = echo '${printed}'
[profile broken]
credential_process = echo "no session" >&2; exit 3
[profile mute]
credential_process = echo nothing
`);
  expect(await ask({ AWS_PROFILE: "program" })).toBe("PRINTED us-east-1/bedrock/aws4_request");
  expect(await ask({ AWS_PROFILE: "broken" })).toBe(
    'The credential_process of the AWS profile "broken" failed: no session.',
  );
  expect(await ask({ AWS_PROFILE: "mute" })).toBe(
    'The credential_process of the AWS profile "mute" printed no credentials.',
  );
});

test("credentials that are about to end are asked for anew, others are not", async () => {
  const { folder, ask } = await home("");
  const count = join(folder, "count");
  const programs = { soon: 30_000, late: 3_600_000 };
  const sections = Object.entries(programs).map(([name, ms]) => {
    const expiration = new Date(Date.now() + ms).toISOString();
    const printed = JSON.stringify({ AccessKeyId: name, SecretAccessKey: "s", Expiration: expiration });
    return `[profile ${name}]\ncredential_process = echo ${name} >> ${count}; echo '${printed}'\n`;
  });
  await writeFile(join(folder, ".aws/config"), sections.join(""));
  for (const name of ["soon", "late", "soon", "late"]) {
    expect(await ask({ AWS_PROFILE: name })).toBe(`${name} us-east-1/bedrock/aws4_request`);
  }
  expect((await readFile(count, "utf8")).trim().split("\n")).toEqual(["soon", "late", "soon"]);
});

test("a profile may take on a role with the keys of another, or of the environment", async () => {
  const answer = {
    AssumeRoleResponse: {
      AssumeRoleResult: {
        Credentials: { AccessKeyId: "ROLE", SecretAccessKey: "s", SessionToken: "t", Expiration: later() },
      },
    },
  };
  await using sts = await startServer(status(200, answer));
  const { ask } = await home(`[profile base]
aws_access_key_id = BASE
aws_secret_access_key = s
[profile deployer]
role_arn = arn:aws:iam::1:role/deployer
source_profile = base
external_id = x
[profile ambient]
role_arn = arn:aws:iam::1:role/ambient
credential_source = Environment
[profile loop]
role_arn = arn:aws:iam::1:role/loop
source_profile = loop
`);
  const env = { AWS_ENDPOINT_URL_STS: sts.url };
  expect(await ask({ ...env, AWS_PROFILE: "deployer" })).toMatch(/^ROLE /);
  expect(sts.requests[0]?.headers.authorization).toMatch(/Credential=BASE\/\d{8}\/us-east-1\/sts\/aws4_request/);
  expect(sts.requests[0]?.body).toEqual({
    Action: "AssumeRole",
    Version: "2011-06-15",
    RoleArn: "arn:aws:iam::1:role/deployer",
    RoleSessionName: "tau",
    ExternalId: "x",
  });
  const keys = { AWS_ACCESS_KEY_ID: "ENV", AWS_SECRET_ACCESS_KEY: "s" };
  expect(await ask({ ...env, ...keys, AWS_PROFILE: "ambient" })).toMatch(/^ROLE /);
  expect(sts.requests[1]?.headers.authorization).toContain("Credential=ENV/");
  expect(await ask({ ...env, AWS_PROFILE: "loop" })).toBe(
    'No AWS credentials in the profile "loop". Set AWS_PROFILE, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_BEARER_TOKEN_BEDROCK.',
  );
});
