import { chmod, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { createWorkspace, type PtyProgram, startCliInPty, type Workspace } from "@tau/testkit";
import { expect, test } from "vitest";
import { startOAuthServer } from "../support/oauth-server.ts";

/** A browser without a window: it follows the link to its end. */
async function installBrowser(workspace: Workspace): Promise<string> {
  const path = await workspace.write("browser.mjs", `#!${process.execPath}\nawait fetch(process.argv[2]);\n`);
  await chmod(path, 0o755);
  return path;
}

async function openLogin(workspace: Workspace, env: Record<string, string>, provider: string): Promise<PtyProgram> {
  const tau = startCliInPty({ workspace, env });
  await tau.waitForText("demo");
  tau.send(`/login ${provider}\r`);
  return tau;
}

async function stored(workspace: Workspace): Promise<unknown> {
  return JSON.parse(await readFile(join(workspace.tauHome, "auth.json"), "utf8"));
}

test("/login signs in with the browser, keeps the login and goes on with the provider's model", async () => {
  await using server = await startOAuthServer();
  await using workspace = await createWorkspace();
  const env = {
    BROWSER: await installBrowser(workspace),
    TAU_OAUTH_ANTHROPIC_CLIENT_ID: "mine",
    TAU_OAUTH_ANTHROPIC_AUTHORIZE_URL: `${server.url}/authorize`,
    TAU_OAUTH_ANTHROPIC_TOKEN_URL: `${server.url}/token`,
  };
  await using tau = await openLogin(workspace, env, "anthropic");
  await tau.waitForText("How to connect Anthropic");
  tau.press("enter");
  await tau.waitForText("Anthropic is connected. Model: anthropic/claude-sonnet");
  expect(await stored(workspace)).toMatchObject({ anthropic: { type: "oauth", access: "signed-in-token" } });
  tau.send("/logout anthropic\r");
  await tau.waitForText("Forgot the credentials of Anthropic.");
  expect(await stored(workspace)).toEqual({});
});

test("/login shows a device code with its time, and Escape leaves everything as it was", async () => {
  await using server = await startOAuthServer({ user: "waits" });
  await using workspace = await createWorkspace();
  const env = {
    TAU_OAUTH_GITHUB_COPILOT_CLIENT_ID: "mine",
    TAU_OAUTH_GITHUB_COPILOT_DEVICE_URL: `${server.url}/device`,
    TAU_OAUTH_GITHUB_COPILOT_TOKEN_URL: `${server.url}/token`,
  };
  await using tau = await openLogin(workspace, env, "github-copilot");
  await tau.waitForText("How to connect GitHub Copilot");
  tau.press("enter");
  await tau.waitForText("and enter the code WXYZ-1234");
  await tau.waitForText(/The code is valid for 1[45]:\d\d\./);
  tau.press("escape");
  await tau.waitForText("Nothing was changed.");
  await expect(stat(join(workspace.tauHome, "auth.json"))).rejects.toThrow("ENOENT");
});

test("/login takes a key, and without a client id a token in place of a sign-in", async () => {
  await using workspace = await createWorkspace();
  await using tau = await openLogin(workspace, {}, "anthropic");
  await tau.waitForText("Paste a token");
  expect(tau.terminal.text()).not.toContain("Sign in");
  tau.press("down");
  tau.press("enter");
  await tau.waitForText("TAU_OAUTH_ANTHROPIC_CLIENT_ID");
  tau.press("escape");
  await tau.waitForText("Nothing was changed.");
  tau.send("/login openai\r");
  await tau.waitForText("Key for OpenAI");
  tau.send("sk-pasted\r");
  await tau.waitForText("OpenAI is connected. Model: openai/gpt-");
  expect(await stored(workspace)).toEqual({ openai: { type: "api_key", key: "sk-pasted" } });
  expect(((await stat(join(workspace.tauHome, "auth.json"))).mode & 0o777).toString(8)).toBe("600");
});

test("/login follows the sign-in that models.json describes, for a provider of the user's own", async () => {
  await using server = await startOAuthServer();
  await using workspace = await createWorkspace();
  const oauth = { clientId: "ours", authorizeUrl: `${server.url}/authorize`, tokenUrl: `${server.url}/token` };
  const models = [{ id: "local", contextWindow: 1000, maxTokens: 100 }];
  const house = { name: "House", baseUrl: `${server.url}/v1`, api: "openai-completions", oauth, models };
  await workspace.configure("models.json", { providers: { house } });
  const env = { BROWSER: await installBrowser(workspace) };
  await using tau = await openLogin(workspace, env, "house");
  await tau.waitForText("How to connect House");
  tau.press("enter");
  await tau.waitForText("House is connected. Model: house/local");
  expect(server.exchanges).toMatchObject([{ client_id: "ours", grant_type: "authorization_code" }]);
  expect(await stored(workspace)).toMatchObject({ house: { type: "oauth", access: "signed-in-token" } });
});

test("/login lists a sign-in only where it works", async () => {
  await using workspace = await createWorkspace();
  const configured = { TAU_OAUTH_GOOGLE_CLIENT_ID: "mine", TAU_OAUTH_GOOGLE_TOKEN_URL: "http://127.0.0.1:9/token" };
  await using tau = await openLogin(workspace, { ...configured, GITHUB_TOKEN: "platform-token" }, "");
  await tau.waitForText(/Anthropic +token or key \(ANTHROPIC_API_KEY\)/);
  await tau.waitForText(/Google Gemini +sign in or key \(GEMINI_API_KEY\)/);
  await tau.waitForText(/OpenRouter +sign in or key \(OPENROUTER_API_KEY\)/);
  await tau.waitForText(/GitHub Copilot +found, not used: GITHUB_TOKEN \(\/model chooses it\)/);
});

test("/login stores the key of a search service, which is no model provider", async () => {
  await using workspace = await createWorkspace();
  await using tau = await openLogin(workspace, {}, "exa");
  await tau.waitForText("Key for exa");
  tau.send("search-key\r");
  await tau.waitForText("The key of exa is stored. Run /reload to use it.");
  expect(await stored(workspace)).toEqual({ exa: { type: "api_key", key: "search-key" } });
});
