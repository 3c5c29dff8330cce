import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fauxAssistantMessage, fauxToolCall } from "@tau/ai";
import { expect, onTestFinished } from "vitest";
import { createPolicy } from "../../src/core/permission/policy.ts";
import { createSession } from "../../src/core/session/create-session.ts";
import { sessionFor } from "../core/session/session-for.ts";
import { testAttempts } from "./attempt.ts";

const SECRET = "a secret\n";
const PATCH = (section: string) => `*** Begin Patch\n${section}\n*** End Patch`;

/** What is tried: a program that runs at the same time changes a link between the decision of the policy and the work of the tool. Required: what was judged is used, or nothing. */
testAttempts([
  {
    attempt: "write: the link is turned to a file outside",
    outcome: "the file that was judged is written",
    run: async () => {
      const { said, inside, outside } = await attack({
        prepare: (ws) => symlinkSync("inside.txt", join(ws, "link")),
        call: ["write", { path: "link", content: "new\n" }],
        exchange: (ws, out) => turn(join(ws, "link"), join(out, "secret")),
      });
      expect(said).toContain("Successfully wrote");
      expect([inside, outside]).toEqual(["new\n", SECRET]);
    },
  },
  {
    attempt: "write: the file becomes a link to a file outside",
    outcome: "refused",
    run: async () => {
      const { said, outside } = await attack({
        call: ["write", { path: "inside.txt", content: "new\n" }],
        exchange: (ws, out) => turn(join(ws, "inside.txt"), join(out, "secret")),
      });
      expect(said).toContain("a link in its path was changed after the call was permitted");
      expect(outside).toBe(SECRET);
    },
  },
  {
    attempt: "write: the folder becomes a link to a folder outside",
    outcome: "refused, and nothing is made there",
    run: async () => {
      const { said, outsideNames, outside } = await attack({
        prepare: (ws) => mkdirSync(join(ws, "folder")),
        call: ["write", { path: "folder/secret", content: "new\n" }],
        exchange: (ws, out) => {
          renameSync(join(ws, "folder"), join(ws, "away"));
          symlinkSync(out, join(ws, "folder"));
        },
      });
      expect(said).toContain("a link in its path was changed");
      expect([outside, outsideNames]).toEqual([SECRET, ["secret"]]);
    },
  },
  {
    attempt: "write: a folder that was missing becomes a link to a folder outside",
    outcome: "refused, and no folder is made there",
    run: async () => {
      const { said, outsideNames } = await attack({
        call: ["write", { path: "a/b/c.txt", content: "new\n" }],
        exchange: (ws, out) => symlinkSync(out, join(ws, "a")),
      });
      expect(said).toContain("a link in its path was changed");
      expect(outsideNames).toEqual(["secret"]);
    },
  },
  {
    attempt: "write: a file with two names becomes a link to a file outside with two names",
    outcome: "refused",
    run: async () => {
      const { said, outside } = await attack({
        prepare: (ws, out) => {
          linkSync(join(ws, "inside.txt"), join(ws, "second"));
          linkSync(join(out, "secret"), join(out, "second"));
        },
        call: ["write", { path: "second", content: "new\n" }],
        exchange: (ws, out) => turn(join(ws, "second"), join(out, "second")),
      });
      expect(said).toContain("a link in its path was changed");
      expect(outside).toBe(SECRET);
    },
  },
  {
    attempt: "edit: the link is turned to a file outside that has the same text",
    outcome: "the file that was judged is edited",
    run: async () => {
      const { said, inside, outside } = await attack({
        prepare: (ws) => symlinkSync("inside.txt", join(ws, "link")),
        call: ["edit", { path: "link", edits: [{ oldText: "a", newText: "b" }] }],
        settings: { edit: { mode: "replace" } },
        exchange: (ws, out) => turn(join(ws, "link"), join(out, "secret")),
        content: "a\n",
      });
      expect(said).toContain("Successfully replaced");
      expect([inside, outside]).toEqual(["b\n", SECRET]);
    },
  },
  ...(["Update File: folder/secret\n@@\n-a secret\n+mine", "Delete File: folder/secret"] as const).map((section) => ({
    attempt: `edit by patch: the folder becomes a link to a folder outside (${section.slice(0, 6)})`,
    outcome: "refused",
    run: async () => {
      const { said, outside } = await attack({
        prepare: (ws) => {
          mkdirSync(join(ws, "folder"));
          writeFileSync(join(ws, "folder/secret"), SECRET);
        },
        call: ["edit", { input: PATCH(`*** ${section}`) }],
        settings: { edit: { mode: "apply_patch" } },
        exchange: (ws, out) => {
          renameSync(join(ws, "folder"), join(ws, "away"));
          symlinkSync(out, join(ws, "folder"));
        },
      });
      expect(said).toContain("a link in its path was changed");
      expect(outside).toBe(SECRET);
    },
  })),
  {
    attempt: "edit by patch: the folder of a new file becomes a link to a folder outside",
    outcome: "refused, and nothing is made there",
    run: async () => {
      const { said, outsideNames } = await attack({
        call: ["edit", { input: PATCH("*** Add File: a/b/new.txt\n+mine") }],
        settings: { edit: { mode: "apply_patch" } },
        exchange: (ws, out) => symlinkSync(out, join(ws, "a")),
      });
      expect(said).toContain("a link in its path was changed");
      expect(outsideNames).toEqual(["secret"]);
    },
  },
  {
    attempt: "read: the link is turned to a secret",
    outcome: "the model sees the file that was judged",
    run: async () => {
      const { said } = await attack({
        prepare: (ws) => symlinkSync("inside.txt", join(ws, "link")),
        call: ["read", { path: "link" }],
        exchange: (ws, out) => turn(join(ws, "link"), join(out, "secret")),
      });
      expect(said).toContain("inside");
      expect(said).not.toContain("secret");
    },
  },
  {
    attempt: "read: the file becomes a link to a secret",
    outcome: "refused",
    run: async () => {
      const { said } = await attack({
        call: ["read", { path: "inside.txt" }],
        exchange: (ws, out) => turn(join(ws, "inside.txt"), join(out, "secret")),
      });
      expect(said).toContain("a link in its path was changed");
      expect(said).not.toContain(SECRET.trim());
    },
  },
  {
    attempt: "edit: the name does not exist, but another spelling of it is a link to a file outside",
    outcome: "the policy judges the other spelling, and refuses",
    run: async () => {
      const { said, outside } = await attack({
        prepare: (ws, out) => symlinkSync(join(out, "secret"), join(ws, "it\u2019s")),
        call: ["edit", { path: "it's", edits: [{ oldText: "a secret", newText: "mine" }] }],
        settings: { edit: { mode: "replace" } },
        exchange: () => undefined,
      });
      expect(said).toContain("did not permit");
      expect(outside).toBe(SECRET);
    },
  },
  {
    attempt: "nothing is exchanged: a link within the workspace, through a linked folder",
    outcome: "the file is written, and the links stay",
    run: async () => {
      const { said, isLink, inside } = await attack({
        prepare: (ws) => {
          symlinkSync(".", join(ws, "self"));
          symlinkSync("inside.txt", join(ws, "link"));
        },
        call: ["write", { path: "self/link", content: "new\n" }],
        exchange: () => undefined,
      });
      expect(said).toContain("Successfully wrote");
      expect(inside).toBe("new\n");
      expect(isLink).toBe(true);
    },
  },
]);

interface AttackOptions {
  readonly prepare?: (workspace: string, outside: string) => void;
  readonly call: readonly [tool: string, args: Parameters<typeof fauxToolCall>[1]];
  readonly settings?: NonNullable<Parameters<typeof sessionFor>[1]>["settings"];
  /** Runs after the policy has decided. */
  readonly exchange: (workspace: string, outside: string) => void;
  readonly content?: string;
}

async function attack({ prepare, call: [tool, args], settings, exchange, content = "inside\n" }: AttackOptions) {
  const out = realpathSync(mkdtempSync(join(tmpdir(), "tau-outside-")));
  onTestFinished(() => rmSync(out, { recursive: true, force: true }));
  writeFileSync(join(out, "secret"), SECRET);
  const answers = [
    fauxAssistantMessage([fauxToolCall(tool, args)], { stopReason: "toolUse" }),
    fauxAssistantMessage("done"),
  ];
  await using setup = await sessionFor(answers, { inMemory: true, ...(settings && { settings }) });
  const { services, faux, cwd: ws } = setup;
  writeFileSync(join(ws, "inside.txt"), content);
  prepare?.(ws, out);
  const place = { mode: "auto", rules: [], cwd: ws, home: "/nowhere", roots: [ws], secrets: [out] } as const;
  const policy = createPolicy(() => ({ ...place, isSandboxed: false, trustsRepository: false }));
  const decide = async (request: Parameters<typeof policy.decide>[0]) => {
    const answer = await policy.decide(request);
    exchange(ws, out);
    return answer;
  };
  const permission = { policy: { decide }, ask: async () => false } as never;
  const { session } = await createSession({ services, model: faux.getModel(), permission });
  await session.prompt("go");
  const said = session.messages.flatMap((message) =>
    message.role === "toolResult" ? message.content.map((block) => (block.type === "text" ? block.text : "")) : [],
  );
  await session.dispose();
  const text = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : "");
  return {
    said: said.join("\n"),
    inside: text(join(ws, "inside.txt")),
    outside: text(join(out, "secret")),
    outsideNames: readdirSync(out),
    isLink: lstatSync(join(ws, "link"), { throwIfNoEntry: false })?.isSymbolicLink(),
  };
}

/** Makes a path a link, in place of what is there. */
function turn(path: string, target: string): void {
  unlinkSync(path);
  symlinkSync(target, path);
}
