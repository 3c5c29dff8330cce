import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Context, type FauxResponseStep, fauxAssistantMessage, fauxText, fauxToolCall } from "@tau/ai";
import { expect, test } from "vitest";
import { heldSecrets, knownSecrets } from "../../../src/core/redaction/index.ts";
import { SecretObfuscation } from "../../../src/core/redaction/obfuscation.ts";
import { sessionFor } from "../session/session-for.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const STORED = "stored-0123456789abcdef";
const LOGIN = "login-access-0123456789";
const LITERAL = "models-json-0123456789";
const NAMED = "from-a-variable-0123456789";
const PLACEHOLDER = /#[A-Z0-9]{4}#/;

function homeWithKeys(agentDir = temporaryDirectory()): string {
  mkdirSync(agentDir, { recursive: true });
  const auth = {
    openai: { type: "api_key", key: STORED },
    anthropic: [{ type: "oauth", access: LOGIN, refresh: `${LOGIN}-refresh`, expires: 99999999999999 }],
    groq: { type: "api_key", key: "!pass show groq-key-1234" },
  };
  writeFileSync(join(agentDir, "auth.json"), JSON.stringify(auth), { mode: 0o600 });
  const models = { providers: { a: { apiKey: LITERAL, baseUrl: "http://a" }, b: { apiKey: "CORP_KEY_OF_B" } } };
  writeFileSync(join(agentDir, "models.json"), JSON.stringify(models));
  return agentDir;
}

test("K4: Tau holds the keys of its files and of its providers' variables; other secret variables are known, too", () => {
  const env = {
    CORP_KEY_OF_B: NAMED,
    OPENAI_API_KEY: "openai-0123456789",
    DB_PASSWORD: "a-password",
    HOME: "/home/ada",
  };
  const agentDir = homeWithKeys();
  const held = [STORED, LOGIN, `${LOGIN}-refresh`, LITERAL, NAMED, "openai-0123456789"];
  expect(heldSecrets(agentDir, env).toSorted()).toEqual(held.toSorted());
  expect(knownSecrets(agentDir, env)).toContain("a-password");
  expect(knownSecrets(agentDir, env)).not.toContain("/home/ada");
});

test("K4: a context is sent without held keys, wherever they are; images and signatures stay; nothing else is copied", () => {
  const obfuscation = new SecretObfuscation(homeWithKeys());
  const form = `ghp_${"x".repeat(36)}`;
  const plain = { role: "user", content: "nothing to hide", timestamp: 0 } as const;
  const context: Context = {
    systemPrompt: `key ${LITERAL}`,
    messages: [
      plain,
      {
        role: "user",
        content: [
          { type: "text", text: `${STORED} ${form}` },
          { type: "image", data: STORED, mimeType: "image/png" },
        ],
        timestamp: 0,
      },
    ],
  };
  const hidden = obfuscation.hide(context, "held", "in-use-0123456789");
  expect(JSON.stringify(hidden).match(/#[A-Z0-9]{4}#/g)).toHaveLength(2);
  expect(hidden.messages[0]).toBe(plain);
  expect(JSON.stringify(hidden)).toContain(form);
  expect(JSON.stringify(obfuscation.hide(context, "format", undefined))).not.toContain(form);
  expect(JSON.stringify(context)).toContain(LITERAL);
  // The key of a server of one's own may be a word.
  const words = { messages: [{ role: "user", content: "lm-studio-local", timestamp: 0 }] } satisfies Context;
  expect(obfuscation.hide(words, "held", "lm-studio-local")).toEqual(words);
  const again = new SecretObfuscation(homeWithKeys()).hide(context, "held", undefined);
  expect(again.systemPrompt).toBe(hidden.systemPrompt);
  const args = { command: `use ${hidden.systemPrompt?.slice(4)} and #ZZZZ#`, list: [{ text: hidden.systemPrompt }] };
  const asSent = structuredClone(args);
  for (const effect of ["network", "unknown"] as const) obfuscation.restore(args, { effect });
  // A command on another machine, and a pull request, which is written to no file.
  obfuscation.restore(args, { effect: "execute", host: "build" });
  obfuscation.restore(args, { effect: "write", paths: ["pr://owner/name"] });
  expect(args).toEqual(asSent);
  obfuscation.restore(args, { effect: "execute", paths: ["/work"] });
  expect(args).toEqual({ command: `use ${LITERAL} and #ZZZZ#`, list: [{ text: `key ${LITERAL}` }] });
});

test("K4: the model sees a placeholder, local calls get the key, others do not; the log stores results as they were", async () => {
  const seen: string[] = [];
  const answer =
    (call: (placeholder: string) => ReturnType<typeof fauxToolCall>[]): FauxResponseStep =>
    (context) => {
      const text = JSON.stringify(context.messages);
      seen.push(text);
      return fauxAssistantMessage(call(PLACEHOLDER.exec(text)?.[0] ?? ""), { stopReason: "toolUse" });
    };
  const sent: unknown[] = [];
  await using setup = await sessionFor(
    [
      answer(() => [fauxToolCall("read", { path: "config.txt" })]),
      answer((placeholder) => [
        fauxToolCall("write", { path: "copy.txt", content: `key: ${placeholder}` }),
        fauxToolCall("post", { text: placeholder }),
      ]),
      (context) => {
        seen.push(JSON.stringify(context.messages));
        return fauxAssistantMessage([fauxText("Done.")]);
      },
    ],
    {
      customTools: [
        {
          ...{ name: "post", label: "post", description: "Sends it away.", parameters: { type: "object" } as never },
          execute: async (_id: string, args: unknown) => {
            sent.push(args);
            return { content: [{ type: "text" as const, text: "ok" }], details: {} };
          },
        },
      ] as never,
    },
  );
  homeWithKeys(setup.services.agentDir);
  writeFileSync(join(setup.cwd, "config.txt"), `key: ${STORED}`);
  await setup.session.prompt("copy the key, please");
  await setup.session.waitForIdle();
  expect(seen).toHaveLength(3);
  expect(seen.join("")).not.toContain(STORED);
  expect(readFileSync(join(setup.cwd, "copy.txt"), "utf8")).toBe(`key: ${STORED}`);
  expect(sent).toEqual([{ text: expect.stringMatching(PLACEHOLDER) }]);
  const log = readFileSync(setup.session.sessionFile ?? "", "utf8");
  const said = log.split("\n").filter((line) => line.includes('"role":"assistant"'));
  expect([said.join("").includes(STORED), log.includes(STORED)]).toEqual([false, true]);
});

test("K4: secrets.obfuscate off sends everything", async () => {
  const seen: string[] = [];
  await using setup = await sessionFor(
    [
      (context) => {
        seen.push(JSON.stringify(context.messages));
        return fauxAssistantMessage([fauxText("Done.")]);
      },
    ],
    { settings: { secrets: { obfuscate: "off" } } },
  );
  homeWithKeys(setup.services.agentDir);
  await setup.session.prompt(`the key is ${STORED}`);
  expect(seen.join("")).toContain(STORED);
});
