import { createWorkspace, runCli, startModelServer } from "@tau/testkit";
import { expect, test } from "vitest";

/** What is in the environment for git, for downloads or for a cloud's own programs, and which provider would take it. */
const PLATFORM_CREDENTIALS: readonly [provider: string, label: string, env: Record<string, string>][] = [
  ["github-copilot", "GITHUB_TOKEN", { GITHUB_TOKEN: "platform-token" }],
  ["github-copilot", "GH_TOKEN", { GH_TOKEN: "platform-token" }],
  ["huggingface", "HF_TOKEN", { HF_TOKEN: "platform-token" }],
  ["cloudflare-ai-gateway", "CLOUDFLARE_API_KEY", { CLOUDFLARE_API_KEY: "platform-token" }],
  ["amazon-bedrock", "credentials of this machine", { AWS_PROFILE: "work" }],
];

test.each(PLATFORM_CREDENTIALS)("%s is not chosen because of %s", async (provider, label, credentials) => {
  await using workspace = await createWorkspace();
  // Were it chosen after all, the token would still not leave this machine.
  const env = { ...credentials, HTTPS_PROXY: "http://127.0.0.1:9", HTTP_PROXY: "http://127.0.0.1:9" };
  const { exitCode, stdout, stderr } = await runCli({ workspace, args: ["-p", "hi"], env });
  expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: "" });
  expect(stderr).toContain(`Found, but not used without being asked: ${label}; --provider ${provider} uses it.`);
  const doctor = await runCli({ workspace, args: ["doctor"], env });
  expect(doctor.stdout).toContain(`-    provider     ${provider} (${label}): found, not tried`);
});

test("a key for models counts without being chosen, beside a token of the platform", async () => {
  await using workspace = await createWorkspace();
  const env = { GITHUB_TOKEN: "platform-token", COPILOT_GITHUB_TOKEN: "model-key" };
  const { stdout } = await runCli({ workspace, args: ["doctor"], env });
  expect(stdout).toContain("ok   provider     github-copilot (COPILOT_GITHUB_TOKEN)\n");
  expect(stdout).toMatch(/^ok +model +github-copilot\//m);
});

test("a provider that the user configured gets the token, and doctor --online tries it", async () => {
  await using server = await startModelServer({ script: { text: "yes" } });
  await using workspace = await createWorkspace();
  await workspace.configure("models.json", { providers: { huggingface: { baseUrl: `${server.url}/v1` } } });
  const env = { HF_TOKEN: "platform-token" };
  const run = await runCli({ workspace, args: ["-p", "hi"], env });
  expect(run).toMatchObject({ exitCode: 0, stdout: "yes\n" });
  const doctor = await runCli({ workspace, args: ["doctor", "--online"], env });
  expect(doctor.stdout).toMatch(/^ok +provider +huggingface \(HF_TOKEN\): \S+ answers$/m);
  const sent = server.requests.map(({ headers }) => headers.authorization);
  expect(sent).toEqual(["Bearer platform-token", "Bearer platform-token"]);
});
