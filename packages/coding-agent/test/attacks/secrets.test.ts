import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runCli } from "@tau/testkit";
import { expect } from "vitest";
import { redactedJson, redactSecrets } from "../../src/core/redaction/index.ts";
import { leave, openTau, typeAndSee } from "../e2e/interactive/open-tau.ts";
import { withScriptedModel } from "../e2e/scripted-model.ts";
import { testAttempts } from "./attempt.ts";

const LONG = "a1B2c3D4".repeat(8);
const TOKEN = `eyJ${LONG}.${LONG}.${LONG}`;

/** A text, and what is left of it. */
const TEXTS: readonly (readonly [what: string, text: string, left: string])[] = [
  ["a key of Anthropic", `key=sk-ant-${LONG};`, "key=[redacted];"],
  ["a key of OpenAI", `sk-proj-${LONG}`, "[redacted]"],
  ["a key of OpenRouter", `"sk-or-v1-${LONG}"`, '"[redacted]"'],
  ["a key of Google", `AIza${LONG.slice(0, 35)} x`, "[redacted] x"],
  ["a key of AWS", "AKIAABCDEFGHIJKLMNOP", "[redacted]"],
  ["a temporary key of AWS", "ASIAABCDEFGHIJKLMNOP", "[redacted]"],
  ["a token of GitHub", `ghp_${LONG.slice(0, 36)}`, "[redacted]"],
  ["a fine-grained token of GitHub", `github_pat_${LONG}`, "[redacted]"],
  ["a token of GitLab", `glpat-${LONG.slice(0, 20)}`, "[redacted]"],
  ["a token of Slack", `xoxb-${LONG.slice(0, 30)}`, "[redacted]"],
  ["a token of Hugging Face", `hf_${LONG.slice(0, 34)}`, "[redacted]"],
  ["a token of npm", `npm_${LONG.slice(0, 36)}`, "[redacted]"],
  ["a web token", `token ${TOKEN} end`, "token [redacted] end"],
  ["a web token behind a hyphen", `x-${TOKEN}`, "x-[redacted]"],
  ["a web token behind a name with points", `some.long-module.name.${TOKEN}.x`, "some.long-module.name.[redacted].x"],
  ["a bearer token", `Authorization: Bearer ${LONG}`, "Authorization: Bearer [redacted]"],
  ["basic authorization", `authorization: basic ${LONG}=`, "authorization: basic [redacted]"],
  ["a private key", `a -----BEGIN RSA PRIVATE KEY-----\n${LONG}\n-----END RSA PRIVATE KEY----- b`, "a [redacted] b"],
  ["two private keys", `${key("EC ")}+${key("")}`, "[redacted]+[redacted]"],
  ["a private key behind a beginning without an end", `-----BEGIN PRIVATE KEY-----\n${key("")}`, "[redacted]"],
  ["a proxy with a password", "http://user:pa$$word@proxy:3128", "http://[redacted]@proxy:3128"],
  ["a password that holds an at sign", "http://user:p@ss@proxy/", "http://[redacted]@proxy/"],
  ["an address with a password and no user", "redis://:hunter2@db:6379/0", "redis://[redacted]@db:6379/0"],
  ["a database with a password", "postgres://app:s3cret@db/x?a=b", "postgres://[redacted]@db/x?a=b"],
  ["an address with a token for a user", `https://${LONG}@host/x.git`, "https://[redacted]@host/x.git"],
  ["a variable with a key", `export MY_API_KEY="${LONG}"`, 'export MY_API_KEY="[redacted]"'],
  ["an account without a password", "ssh://git@host/x.git", "ssh://git@host/x.git"],
  ["an address with an at sign in its path", "https://host/@scope/name", "https://host/@scope/name"],
  [
    "plain words",
    "skeleton = risk-free; Bearer of news; sha256:deadbeef",
    "skeleton = risk-free; Bearer of news; sha256:deadbeef",
  ],
  ["a variable without a value of its own", "API_KEY=$OTHER_KEY", "API_KEY=$OTHER_KEY"],
];

/** Values under names that say what they are, in settings and events. */
const NAMES = [
  "apiKey",
  "api_key",
  "API-KEY",
  "password",
  "passwd",
  "token",
  "accessToken",
  "refresh_token",
  "client_secret",
  "Authorization",
  "cookie",
  "privateKey",
  "aws_secret_access_key",
];

const PROXY = "http://hugo:open-sesame@127.0.0.1:9";

testAttempts([
  ...TEXTS.map(([what, text, left]) => ({
    attempt: `${what} in a text`,
    outcome: text === left ? "it stays" : "it is hidden",
    run: () => expect(redactSecrets(text)).toBe(left),
  })),
  ...NAMES.map((name) => ({
    attempt: `a value of no known form under "${name}"`,
    outcome: "it is hidden",
    run: () =>
      expect(JSON.parse(redactedJson({ deep: [{ [name]: "plain words" }] }))).toEqual({
        deep: [{ [name]: "[redacted]" }],
      }),
  })),
  ...["tokens", "maxTokens", "keybinding", "toolCallId", "secretary"].map((name) => ({
    attempt: `a value under "${name}"`,
    outcome: "it stays",
    run: () => expect(JSON.parse(redactedJson({ [name]: "plain words" }))).toEqual({ [name]: "plain words" }),
  })),
  {
    attempt: "a named secret with quotes and backslashes, in an event",
    outcome: "it is hidden as JSON writes it",
    run: () =>
      expect(redactedJson({ text: 'is "a\\b"cdef' }, { known: ['"a\\b"cdef'] })).toBe('{"text":"is [redacted]"}'),
  },
  {
    attempt: "/bug with a proxy, a key in a variable and a key in the conversation",
    outcome: "the report holds none of them",
    run: async () => {
      await using setup = await withScriptedModel(() => ({ text: `you said sk-ant-${LONG}` }));
      const settings = { defaultProvider: "scripted", defaultModel: "model", httpProxy: PROXY };
      await setup.workspace.configure("settings.json", settings);
      const env = { SOME_PASSWORD: "correct-horse-battery", NO_PROXY: "127.0.0.1" };
      await using tau = await openTau(setup.workspace, { columns: 160, env });
      await typeAndSee(tau, ["say correct-horse-battery\r", "you said"]);
      await typeAndSee(tau, ["/bug it broke\r", "What the report holds"]);
      tau.press("down");
      tau.press("enter");
      await tau.waitForText(/Nothing was\s+sent/);
      const folder = join(setup.workspace.tauHome, "logs");
      const [report = ""] = readdirSync(folder).filter((name) => name.startsWith("bug-"));
      const text = readFileSync(join(folder, report), "utf8");
      expect(text).toContain("httpProxy");
      expect(text).toContain("Conversation");
      for (const secret of ["open-sesame", "hugo:", LONG, "correct-horse"]) expect(text).not.toContain(secret);
      expect(await leave(tau)).toBe(0);
    },
  },
  {
    attempt: "--debug with secrets in the prompt, the answer and the environment",
    outcome: "the log holds none of them",
    run: async () => {
      await using setup = await withScriptedModel({
        text: `-----BEGIN PRIVATE KEY-----\n${LONG}\n-----END PRIVATE KEY-----`,
      });
      const { workspace } = setup;
      const env = { DB_PASSWORD: "correct-horse-battery" };
      const prompt = `correct-horse-battery ${PROXY} ghp_${LONG.slice(0, 36)}`;
      expect(await runCli({ workspace, args: ["--debug", "-p", prompt], env })).toMatchObject({ exitCode: 0 });
      const folder = join(workspace.tauHome, "logs");
      const text = readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), "utf8"))
        .join("");
      expect(text).toContain("message_end");
      for (const secret of ["correct-horse", "open-sesame", LONG]) expect(text).not.toContain(secret);
    },
  },
]);

function key(kind: string): string {
  return `-----BEGIN ${kind}PRIVATE KEY-----\n${LONG}\n-----END ${kind}PRIVATE KEY-----`;
}
