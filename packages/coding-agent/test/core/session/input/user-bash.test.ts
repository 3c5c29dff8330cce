import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { appendBashIntent, type BashExecutionMessage, type SessionEntry } from "@tau/agent";
import { type FauxResponseStep, fauxAssistantMessage, fauxToolCall } from "@tau/ai";
import { expect, test } from "vitest";
import { eventually, type SessionSetup, sessionFor } from "../session-for.ts";

test("P-APP-62: a command of the user's enters context and log; with two marks the log alone", async () => {
  const seen: string[] = [];
  const answer: FauxResponseStep = ({ messages }) => {
    seen.push(JSON.stringify(messages));
    return fauxAssistantMessage("ok");
  };
  await using setup = await sessionFor([answer]);
  const { session } = setup;
  const chunks: string[] = [];
  const result = await session.bash.execute("echo shown; exit 3", { onChunk: (chunk) => chunks.push(chunk) });
  expect(result).toEqual({ output: "shown\n", exitCode: 3, cancelled: false, truncated: false });
  expect(chunks.join("")).toBe("shown\n");
  await session.bash.execute("echo private", { excludeFromContext: true });
  await session.prompt("what did it say?");
  expect(seen[0]).toContain("shown");
  expect(seen[0]).not.toContain("private");
  const log = readFileSync(session.sessionFile ?? "", "utf8");
  expect([log.includes("echo shown"), log.includes("echo private")]).toEqual([true, true]);
  expect(log).toContain('"role":"bashExecution"');
});

test("a command of the user's can be stopped", async () => {
  await using setup = await sessionFor([]);
  const { session } = setup;
  const onChunk = (chunk: string) => void (chunk.includes("begun") && session.bash.abort());
  const running = session.bash.execute("echo begun; sleep 300", { onChunk });
  expect(await running).toEqual({ output: "begun\n", exitCode: undefined, cancelled: true, truncated: false });
});

test("a command is in the log before it starts, and what it wrote is on disk before it is shown", async () => {
  await using setup = await sessionFor([]);
  const { session } = setup;
  let seen: { log: string; output: string } | undefined;
  const onChunk = (chunk: string) => {
    if (!chunk.includes("begun")) return;
    const log = readFileSync(draftOf(setup), "utf8");
    const id = /"id":"(\w+)"[^\n]*"tau.bash-intent"/.exec(log)?.[1];
    seen = { log, output: readFileSync(`${artifacts(session.sessionFile)}/user-bash-${id}.running`, "utf8") };
    void session.bash.abort();
  };
  const result = await session.bash.execute("echo begun; cat", { onChunk });
  expect(result).toMatchObject({ output: "begun\n", cancelled: true });
  expect(seen?.log).toContain('"command":"echo begun; cat"');
  expect(seen?.output).toBe("begun\n");
  expect(existsSync(artifacts(session.sessionFile))).toBe(false);
});

test("an output above the limits stays in the file that its message names", async () => {
  await using setup = await sessionFor([]);
  const { fullOutputPath = "", truncated } = await setup.session.bash.execute("seq 1 30000");
  expect([truncated, readFileSync(fullOutputPath, "utf8").split("\n").length]).toEqual([true, 30_001]);
  expect(readdirSync(artifacts(setup.session.sessionFile)).map((name) => name.split(".").at(-1))).toEqual(["log"]);
});

test("P-APP-62: a command that ends during a run is in the log at once, and in the conversation after the run", async () => {
  const opened = Promise.withResolvers<void>();
  await using setup = await sessionFor([
    async () => {
      await opened.promise;
      return fauxAssistantMessage("ok");
    },
  ]);
  const { session } = setup;
  const run = session.prompt("go");
  await eventually(session, () => session.isStreaming);
  await session.bash.execute("echo meanwhile");
  expect([session.bash.hasWaiting, session.messages.map(({ role }) => role)]).toEqual([true, ["user"]]);
  const written = readFileSync(draftOf(setup), "utf8").trim().split("\n").at(-1) ?? "";
  expect(JSON.parse(written)).toMatchObject({
    type: "custom",
    data: { command: "echo meanwhile", output: "meanwhile\n" },
  });
  opened.resolve();
  await run;
  expect(session.messages.map(({ role }) => role)).toEqual(["user", "assistant", "bashExecution"]);
});

test("a session that is left while a command runs keeps the command and what it had written", async () => {
  await using setup = await sessionFor([]);
  const { session, runtime } = setup;
  const begun = Promise.withResolvers<void>();
  const running = session.bash.execute("echo begun; sleep 300", { onChunk: () => begun.resolve() });
  await begun.promise;
  await runtime.newSession();
  expect(await running).toMatchObject({ cancelled: true });
  const messages = bashMessages(session.log.getEntries());
  expect(messages).toMatchObject([{ command: "echo begun; sleep 300", output: "begun\n", cancelled: true }]);
});

test("behind a turn that was cut off too, an interrupted command waits until that turn has its results", async () => {
  await using setup = await sessionFor([fauxAssistantMessage("I see.")]);
  const { session, runtime } = setup;
  const log = session.log;
  log.appendMessage({ role: "user", content: "go", timestamp: 1 });
  log.appendMessage(fauxAssistantMessage(fauxToolCall("bash", { command: "true" }), { stopReason: "toolUse" }));
  const intentId = appendBashIntent(log, "make", false);
  const path = session.sessionFile ?? "";
  mkdirSync(artifacts(path));
  writeFileSync(`${artifacts(path)}/user-bash-${intentId}.running`, "all: nothing");
  await runtime.newSession();
  await runtime.switchSession(path);
  expect(setup.session.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  await setup.session.prompt("what now?");
  expect(setup.session.messages.map(({ role }) => role)).toEqual([
    "user",
    "assistant",
    "toolResult",
    "bashExecution",
    "user",
    "assistant",
  ]);
});

test("two commands at once: stopping stops both", async () => {
  await using setup = await sessionFor([]);
  const { session } = setup;
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const running = begun.map(({ resolve }) =>
    session.bash.execute("echo begun; sleep 300", { onChunk: () => resolve() }),
  );
  await Promise.all(begun.map(({ promise }) => promise));
  void session.bash.abort();
  expect((await Promise.all(running)).map(({ cancelled }) => cancelled)).toEqual([true, true]);
  expect(session.bash.isRunning).toBe(false);
});

test("a command that cannot be started has an end in the log too", async () => {
  await using setup = await sessionFor([], {
    hooks: {
      onUserBash: async () => ({
        operations: {
          exec: async () => {
            throw new Error("no such host");
          },
        },
      }),
    },
  });
  const { session } = setup;
  await expect(session.bash.execute("ls")).rejects.toThrow("no such host");
  expect(bashMessages(session.log.getEntries())).toMatchObject([{ command: "ls", output: "no such host" }]);
});

function bashMessages(entries: readonly SessionEntry[]): BashExecutionMessage[] {
  return entries.flatMap((entry) =>
    entry.type === "message" && entry.message.role === "bashExecution" ? [entry.message] : [],
  );
}

function artifacts(sessionFile: string | undefined): string {
  return (sessionFile ?? "").replace(/\.jsonl$/, "");
}

/** Before its first answer a session is a draft. */
function draftOf({ cwd, session }: SessionSetup): string {
  return `${cwd}/sessions/drafts/${session.sessionId}.jsonl`;
}
