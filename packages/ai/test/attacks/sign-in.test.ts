import { expect, test } from "vitest";
import { createOAuthProvider, type OAuthLoginCallbacks, openRouterSignIn } from "../../src/oauth.ts";
import { startServer, status } from "../support/http-server.ts";

/** A page, or another program of this machine, that finds the port of a sign-in and answers in the server's place. */

const callbacks: OAuthLoginCallbacks = {
  onAuth: () => undefined,
  onDeviceCode: () => undefined,
  onPrompt: async () => "",
  onSelect: async () => undefined,
};

/** What is asked of the callback's port before the browser comes back. */
const GUESSES = [
  "/callback?code=stolen",
  "/callback?error=access_denied",
  "/callback?code=stolen&state=guess",
  "/callback/?code=stolen",
  "/callback/guess?code=stolen",
  "/?code=stolen",
];

test("OpenRouter's sign-in ignores every answer that does not know its secret path", async () => {
  await using server = await startServer(status(200, { key: "sk-or-1" }));
  const answers: number[] = [];
  const { access } = await openRouterSignIn(server.url).login({
    ...callbacks,
    onAuth: async ({ url }) => {
      const callback = new URL(new URL(url).searchParams.get("callback_url") ?? "");
      for (const guess of GUESSES) answers.push((await fetch(callback.origin + guess)).status);
      await fetch(`${callback.href}?code=right`);
    },
  });
  expect(answers).toEqual(GUESSES.map(() => 400));
  expect(access).toBe("sk-or-1");
  expect(server.requests[0]?.body).toMatchObject({ code: "right" });
});

test("each OpenRouter sign-in has a path of its own, and a pasted address of another one is refused", async () => {
  await using server = await startServer(status(200, { key: "sk-or-1" }));
  const paths: string[] = [];
  const login = (pasted: () => string) =>
    openRouterSignIn(server.url).login({
      ...callbacks,
      onAuth: ({ url }) => void paths.push(new URL(url).searchParams.get("callback_url") ?? ""),
      onManualCodeInput: async () => pasted(),
    });
  await login(() => `${paths[0]}?code=right`);
  await expect(login(() => `${paths[0]}?code=old`)).rejects.toThrow("belongs to another sign-in");
  expect(new URL(paths[0] ?? "").pathname).not.toBe(new URL(paths[1] ?? "").pathname);
  expect(server.requests).toHaveLength(1);
});

test("a configured sign-in ignores every answer without its state", async () => {
  await using server = await startServer(status(200, { access_token: "token" }));
  const urls = { authorizeUrl: `${server.url}/authorize`, tokenUrl: `${server.url}/token` };
  const answers: number[] = [];
  const { access } = await createOAuthProvider("mine", "Mine", { clientId: "client", ...urls }).login({
    ...callbacks,
    onAuth: async ({ url }) => {
      const { searchParams } = new URL(url);
      const callback = new URL(searchParams.get("redirect_uri") ?? "");
      for (const guess of GUESSES) answers.push((await fetch(callback.origin + guess)).status);
      await fetch(`${callback.href}?code=right&state=${searchParams.get("state")}`);
    },
  });
  expect([answers, access]).toEqual([GUESSES.map(() => 400), "token"]);
});
