import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { subject } from "../../subject.ts";
import { anonymous } from "../anonymous.ts";
import { agentMessage } from "../messages.ts";
import { sessionEntries, sessionFile } from "../session-entries.ts";

const step = fc.oneof(
  { weight: 6, arbitrary: agentMessage.map((message) => ({ do: "message" as const, message })) },
  fc.constantFrom("off", "high").map((level) => ({ do: "thinking" as const, level })),
  fc.constant({ do: "model" as const }),
  fc.nat(9).map((at) => ({ do: "compaction" as const, at })),
  fc.constant({ do: "custom" as const }),
  fc.constant({ do: "custom-message" as const }),
  fc.constantFrom("first name", "  padded  ", "").map((name) => ({ do: "name" as const, name })),
  fc.nat(9).map((at) => ({ do: "label" as const, at })),
  fc.nat(9).map((at) => ({ do: "branch" as const, at })),
  fc.nat(9).map((at) => ({ do: "branch-summary" as const, at })),
  fc.nat(9).map((at) => ({ do: "edit" as const, at })),
  fc.constant({ do: "reset" as const }),
);

const ANSWER = {
  role: "assistant",
  content: [{ type: "text", text: "An answer" }],
  api: "anthropic-messages",
  provider: "anthropic",
  model: "claude-opus-4-5",
  usage: {
    input: 1,
    output: 1,
    cacheRead: 0,
    cacheWrite: 0,
    totalTokens: 2,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  },
  stopReason: "stop",
  timestamp: 1,
};

export const sessionSubjects = [
  subject({
    name: "coding-agent/session-calls",
    inputs: fc.array(step, { maxLength: 10 }),
    runs: 300,
    run: ({ codingAgent }, steps) => {
      const session = codingAgent.SessionManager.inMemory("/work");
      const ids: string[] = [];
      const at = (index: number) => ids[index % Math.max(ids.length, 1)] ?? "missing";
      const results = steps.map((step) => {
        try {
          const id = apply(session, step, at);
          if (typeof id === "string") ids.push(id);
          return typeof id;
        } catch {
          return "throws";
        }
      });
      return anonymous({
        results,
        entries: session.getEntries(),
        tree: session.getTree(),
        leafId: session.getLeafId(),
        leaf: session.getLeafEntry(),
        branch: session.getBranch(),
        context: session.buildSessionContext(),
        contextEntries: session.buildContextEntries(),
        projection: session.buildSessionProjection(),
        name: session.getSessionName(),
        labels: ids.map((id) => session.getLabel(id)),
        children: ids.map((id) => session.getChildren(id).length),
        persisted: session.isPersisted(),
        cwd: session.getCwd(),
        file: session.getSessionFile(),
        header: session.getHeader(),
      });
    },
  }),
  subject({
    name: "coding-agent/session-context",
    inputs: fc.tuple(sessionEntries, fc.option(fc.nat(16), { nil: undefined })),
    runs: 400,
    run: ({ codingAgent }, [entries, leaf]) => {
      const list = entries as never;
      const leafId = leaf === undefined ? undefined : `e${leaf}`;
      return {
        context: codingAgent.buildSessionContext(list, leafId),
        entries: codingAgent.buildContextEntries(list, leafId),
        projection: codingAgent.buildSessionProjection(list, leafId),
        compaction: codingAgent.getLatestCompactionEntry(list),
        messages: entries.map((entry) => codingAgent.sessionEntryToContextMessages(entry as never)),
        version: codingAgent.CURRENT_SESSION_VERSION,
      };
    },
  }),
  subject({
    name: "coding-agent/session-parse",
    inputs: fc
      .tuple(
        sessionEntries.map((entries) => sessionFile(entries)),
        fc.array(
          fc.tuple(fc.nat(400), fc.constantFrom("", "\n", "{", "not json\n", "null\n", "[]\n", '{"type":"x"}\n')),
          { maxLength: 2 },
        ),
      )
      .map(([text, damage]) =>
        damage.reduce((result, [place, insert]) => result.slice(0, place) + insert + result.slice(place), text),
      ),
    runs: 300,
    run: ({ codingAgent }, text) => codingAgent.parseSessionEntries(text),
  }),
  subject({
    name: "coding-agent/session-migrate",
    inputs: fc.tuple(sessionEntries, fc.constantFrom(undefined, 1, 2, 3)),
    run: ({ codingAgent }, [entries, version]) => {
      const header = {
        type: "session",
        id: "s",
        timestamp: "2024-01-01T00:00:00.000Z",
        cwd: "/work",
        ...(version === undefined ? {} : { version }),
      };
      const list = [
        header,
        ...entries.map((entry) =>
          version === 1 || version === undefined ? { ...entry, id: undefined, parentId: undefined } : { ...entry },
        ),
      ];
      const clean = JSON.parse(JSON.stringify(list)) as never;
      codingAgent.migrateSessionEntries(clean);
      return anonymous(clean);
    },
  }),
  subject({
    name: "coding-agent/session-open",
    inputs: sessionEntries,
    runs: 150,
    run: ({ codingAgent, root }, entries) => {
      const file = join(root, "session.jsonl");
      writeFileSync(file, sessionFile(entries, root));
      const session = codingAgent.SessionManager.open(file);
      const before = {
        entries: session.getEntries(),
        leaf: session.getLeafId(),
        tree: session.getTree(),
        name: session.getSessionName(),
        header: session.getHeader(),
        cwd: session.getCwd(),
      };
      session.appendMessage({ role: "user", content: "more", timestamp: 5 });
      const lines = readFileSync(file, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown);
      rmSync(file);
      return anonymous({ before, lines });
    },
  }),
  subject({
    name: "coding-agent/session-exchange",
    inputs: fc.array(step, { maxLength: 8 }),
    runs: 80,
    run: ({ codingAgent, root }, steps) => {
      const folder = join(root, "written");
      const session = codingAgent.SessionManager.create(root, folder);
      const ids: string[] = [];
      // Both write the file once an answer is there.
      session.appendMessage({ role: "user", content: "first", timestamp: 1 } as never);
      session.appendMessage(ANSWER as never);
      for (const each of steps) {
        try {
          const id = apply(session, each, (index) => ids[index % Math.max(ids.length, 1)] ?? "missing");
          if (typeof id === "string") ids.push(id);
        } catch {
          ids.push("failed");
        }
      }
      const text = readFileSync(session.getSessionFile() ?? "", "utf8");
      rmSync(folder, { recursive: true, force: true });
      return text;
    },
    read: ({ codingAgent, root }, text) => {
      const file = join(root, "exchanged.jsonl");
      writeFileSync(file, String(text));
      const session = codingAgent.SessionManager.open(file);
      const result = {
        entries: session.getEntries(),
        tree: session.getTree(),
        leaf: session.getLeafId(),
        context: session.buildSessionContext(),
        name: session.getSessionName(),
      };
      rmSync(file, { force: true });
      return result;
    },
  }),
  subject({
    name: "coding-agent/session-files",
    inputs: fc.record({
      names: fc.uniqueArray(fc.constantFrom("one", "two", "three"), { maxLength: 3 }),
      entries: sessionEntries,
    }),
    runs: 40,
    run: async ({ codingAgent, root }, { names, entries }) => {
      const folder = join(root, "sessions");
      rmSync(folder, { recursive: true, force: true });
      const created = names.map((name) => {
        const session = codingAgent.SessionManager.create(root, folder);
        session.appendSessionInfo(name);
        for (const entry of entries) if ("message" in entry) session.appendMessage(entry.message as never);
        return session;
      });
      const list = await codingAgent.SessionManager.list(root, folder);
      const recent = codingAgent.SessionManager.continueRecent(root, folder);
      const fork =
        created[0]?.getSessionFile() && entries.length > 0
          ? codingAgent.SessionManager.forkFrom(created[0].getSessionFile() ?? "", root, folder)
          : undefined;
      const result = {
        count: list.length,
        infos: list
          .map(({ name, messageCount, firstMessage, cwd, allMessagesText }) => ({
            name,
            messageCount,
            firstMessage,
            cwd,
            allMessagesText,
          }))
          .sort((a, b) => ((a.name ?? "") < (b.name ?? "") ? -1 : 1)),
        recent: recent.getEntries().length,
        fork: fork && { entries: fork.getEntries().length, parent: typeof fork.getHeader()?.parentSession },
        isDefault: created[0]?.usesDefaultSessionDir(),
        files: created.map((session) => typeof session.getSessionFile()),
      };
      rmSync(folder, { recursive: true, force: true });
      return result;
    },
  }),
];

type Manager = ReturnType<typeof import("@tau/coding-agent/pi")["SessionManager"]["inMemory"]>;
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

function apply(session: Manager, step: Step, at: (index: number) => string): unknown {
  switch (step.do) {
    case "message":
      return session.appendMessage(step.message as never);
    case "thinking":
      return session.appendThinkingLevelChange(step.level);
    case "model":
      return session.appendModelChange("anthropic", "claude-opus-4-5");
    case "compaction":
      return session.appendCompaction("Summary", at(step.at), 1000, { kept: true });
    case "custom":
      return session.appendCustomEntry("state", { a: 1 });
    case "custom-message":
      return session.appendCustomMessageEntry("note", "Noted", true, { b: 2 });
    case "name":
      return session.appendSessionInfo(step.name);
    case "label":
      return session.appendLabelChange(at(step.at), "mark");
    case "branch":
      return session.branch(at(step.at));
    case "branch-summary":
      return session.branchWithSummary(at(step.at), "The other branch");
    case "edit":
      return session.appendContextEdit(at(step.at), { content: "edited" });
    case "reset":
      return session.resetLeaf();
  }
}
