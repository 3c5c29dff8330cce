import { createInterface } from "node:readline/promises";
import { AiError } from "../ai-error.ts";
import { getOAuthProvider, getOAuthProviders } from "../auth/oauth/registry.ts";
import type { OAuthLoginCallbacks } from "../auth/oauth/types.ts";
import { authPath, storeLogin } from "./auth-file.ts";
import type { Command } from "./command.ts";

export const loginCommand: Command = {
  name: "login",
  usage: "<provider>",
  summary: "Sign in to a provider and keep the login in auth.json",
  run: async ({ words: [id] }) => {
    const known = getOAuthProviders().map((each) => each.id);
    const provider = getOAuthProvider(id ?? "");
    if (!provider)
      throw new AiError(`${id ?? "A login"} needs one of these providers: ${known.join(", ")}.`, { code: "auth" });
    const terminal = createInterface({ input: process.stdin, output: process.stderr });
    try {
      await storeLogin(provider.id, await provider.login(callbacks((question) => terminal.question(question))));
    } finally {
      terminal.close();
    }
    say(`Signed in to ${provider.name}. The login is in ${authPath()}.`);
  },
};

function callbacks(ask: (question: string) => Promise<string>): OAuthLoginCallbacks {
  return {
    onAuth: ({ url, instructions = "Open the link and sign in." }) => say(`${instructions}\n${url}`),
    onDeviceCode: ({ userCode, verificationUri }) => say(`Open ${verificationUri} and enter the code ${userCode}`),
    onProgress: say,
    onPrompt: ({ message }) => ask(`${message} `),
    onSelect: async ({ message, options }) => {
      const choices = options.map(({ label }, index) => `  ${index + 1}. ${label}`).join("\n");
      return options[Number(await ask(`${message}\n${choices}\n`)) - 1]?.id;
    },
  };
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
