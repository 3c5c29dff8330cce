import { type Difference, type KnownDifference, known } from "../subject.ts";
import { inAnyOrder } from "./any-order.ts";
import { leavesOf } from "./leaves.ts";
import { sameAfter, without } from "./words.ts";

const RUNS = ["coding-agent/session-events", "coding-agent/extension-events", "coding-agent/session-state"];
const call = (name: string, text: unknown) => ({
  blocks: [{ type: "toolCall", id: "call_a", name, arguments: { text } }],
  stopReason: "toolUse",
});

export const codingAgentSessions: readonly KnownDifference[] = [
  ...RUNS.flatMap((subject) => [
    known<Run>({
      subject,
      status: "accepted",
      reason:
        "What a tool call that failed says is wording; messages have members that only ours has (intentId, durationMs).",
      example: { answers: [call("missing", "hi")], steps: ["prompt"] } as Run,
      matches: sameButForm,
    }),
  ]),
  ...RUNS.filter((subject) => subject.includes("extension")).map((subject) =>
    known<Run>({
      subject,
      status: "accepted",
      reason: "As in pi 1.5, before_agent_start is sent for runs that a custom message starts.",
      example: { answers: [], steps: ["custom"] },
      matches: ({ input, ours, theirs }) =>
        input.steps.includes("custom") &&
        onlyMore("before_agent_start", withoutInjected(ours), withoutInjected(theirs)),
    }),
  ),
  ...["coding-agent/session-events", "coding-agent/session-state"].map((subject) =>
    known<Run>({
      subject,
      status: "accepted",
      reason: "As in pi 1.5, an extension's answer to before_agent_start holds for runs that a custom message starts.",
      example: { answers: [], hook: "prompt", steps: ["custom"] } as Run,
      matches: ({ input, ours, theirs }) => {
        // Which text is the last one has a row of its own.
        const reduced = (value: unknown) =>
          withoutInjected(subject.endsWith("state") ? without("text")(value as never) : value);
        return (
          input.steps.includes("custom") &&
          input.hook === "prompt" &&
          sameButForm({ input, ours: reduced(ours), theirs: reduced(theirs) })
        );
      },
    }),
  ),
  known<Run>({
    subject: "coding-agent/extension-events",
    status: "accepted",
    reason:
      "executeBash tells extensions of the command, so that one which runs commands elsewhere (ssh, a container) does so for programs too; in pi only the screen and RPC do.",
    example: { answers: [], steps: ["bash"] },
    matches: ({ input, ours, theirs }) => {
      const reduced = (value: unknown) => (input.steps.includes("custom") ? withoutInjected(value) : value);
      return input.steps.includes("bash") && onlyMore("user_bash|before_agent_start", reduced(ours), reduced(theirs));
    },
  }),
  known<Run>({
    subject: "coding-agent/session-state",
    status: "accepted",
    reason: "getLastAssistantText is the last text that there is: answers without text are passed over.",
    example: {
      answers: [
        { blocks: [{ type: "text", text: "a" }], stopReason: "stop" },
        { blocks: [], stopReason: "stop" },
      ],
      steps: ["prompt", "prompt"],
    } as Run,
    matches: ({ input, ours, theirs }) =>
      sameButForm({ input, ours: without("text")(ours as never), theirs: without("text")(theirs as never) }),
  }),
  ...["coding-agent/generate-summary", "coding-agent/branch-summary", "coding-agent/compact"].map((subject) =>
    known<{ answer: { blocks: unknown[]; stopReason: string } }>({
      subject,
      status: "accepted",
      reason: "A summary that is empty, or that was cut, is an error: it would replace the conversation by nothing.",
      example: {
        messages: [{ role: "user", content: "a", timestamp: 1 }],
        prefix: [],
        entries: [
          {
            type: "message",
            message: { role: "user", content: "a", timestamp: 1 },
            id: "e0",
            parentId: null,
            timestamp: "",
          },
        ],
        answer: { blocks: [], stopReason: "stop" },
      } as never,
      matches: ({ input, ours }) =>
        (input.answer.blocks.length === 0 || input.answer.stopReason !== "stop") && isFailed(ours),
    }),
  ),
  known<unknown>({
    subject: "coding-agent/session-context",
    status: "accepted",
    reason:
      "An earlier compaction in the part that a later one kept is not sent again: the later summary was made with it.",
    example: [
      [
        {
          ...{ type: "compaction", summary: "a", firstKeptEntryId: "e0", tokensBefore: 1, id: "e0" },
          ...{ parentId: null, timestamp: "2023-11-14T22:13:20.000Z" },
        },
        {
          ...{ type: "compaction", summary: "b", firstKeptEntryId: "e0", tokensBefore: 1, id: "e1" },
          ...{ parentId: "e0", timestamp: "2023-11-14T22:13:21.000Z" },
        },
      ],
      undefined,
    ],
    matches: ({ input, ours, theirs }) =>
      (JSON.stringify(input).match(/"type":"compaction"/g) ?? []).length > 1 &&
      leavesOf({ ours, theirs }).every(({ path }) => /^(entries|context\.messages|projection)\b/.test(path)),
  }),
  known<object[]>({
    subject: "coding-agent/session-calls",
    status: "accepted",
    reason: "The results of one answer stand in the order of its calls, as in coding-agent/session-context.",
    example: [
      {
        do: "message",
        message: {
          ...{ role: "assistant", api: "a", provider: "p", model: "m", stopReason: "stop", timestamp: 1 },
          content: [{ type: "toolCall", id: "c2", name: "read", arguments: { path: "a.ts" } }],
          usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 },
        },
      },
      ...["c1", "c2"].map((toolCallId) => ({
        do: "message",
        message: { role: "toolResult", toolCallId, toolName: "read", content: [], isError: false, timestamp: 2 },
      })),
    ],
    matches: ({ ours, theirs }) =>
      JSON.stringify(inAnyOrder(withMessagesOnly(ours))) === JSON.stringify(inAnyOrder(withMessagesOnly(theirs))),
  }),
  known<unknown>({
    subject: "coding-agent/session-context",
    status: "accepted",
    reason:
      "The results of one answer stand in the order of its calls, in which they were sent before; in pi in the order in which the tools ended, which a vendor's prompt cache does not know.",
    example: [
      [
        {
          type: "message",
          message: {
            ...{ role: "assistant", api: "a", provider: "p", model: "m", stopReason: "stop", timestamp: 1 },
            content: [{ type: "toolCall", id: "c2", name: "read", arguments: { path: "a.ts" } }],
            usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 },
          },
          ...{ id: "e0", parentId: null, timestamp: "2023-11-14T22:13:20.000Z" },
        },
        ...["c1", "c2"].map((toolCallId, index) => ({
          type: "message",
          message: { role: "toolResult", toolCallId, toolName: "read", content: [], isError: false, timestamp: 2 },
          ...{ id: `e${index + 1}`, parentId: `e${index}`, timestamp: "2023-11-14T22:13:21.000Z" },
        })),
      ],
      undefined,
    ],
    matches: ({ ours, theirs }) => JSON.stringify(inAnyOrder(ours)) === JSON.stringify(inAnyOrder(theirs)),
  }),
  known<object[]>({
    subject: "coding-agent/session-calls",
    status: "accepted",
    reason:
      "An earlier compaction in the part that a later one kept is not sent again: the later summary was made with it.",
    example: [
      { do: "compaction", at: 0 },
      { do: "compaction", at: 0 },
    ],
    matches: ({ input, ours, theirs }) =>
      input.filter((step) => (step as { do: string }).do === "compaction").length > 1 &&
      leavesOf({ ours, theirs }).every(({ path }) =>
        /^(context\.messages|contextEntries|projection)\b|replacement\.content$/.test(path),
      ),
  }),
  known<{ entries: { type: string; message?: { role: string } }[] }>({
    subject: "coding-agent/branch-summary",
    status: "accepted",
    reason:
      "The summary of a branch is made with the results of tools and with the edits of the context, so that a branch of results alone has one, and one whose messages were all taken out has none. The files of messages that were taken out are not listed.",
    example: {
      entries: [
        {
          type: "message",
          message: { role: "toolResult", toolCallId: "c", toolName: "read", content: [], isError: false, timestamp: 1 },
          id: "e0",
          parentId: null,
          timestamp: "",
        },
      ],
      answer: { blocks: [{ type: "text", text: "The summary" }], stopReason: "stop" },
    } as never,
    matches: (difference) => {
      const { input, ours, theirs } = difference;
      const isEdited = input.entries.some(({ type }) => type === "context_edit");
      const hasResult = input.entries.some(({ message }) => message?.role === "toolResult");
      if ((isEdited || hasResult) && (ours as Requests).requests !== (theirs as Requests).requests) return true;
      const isAboutFiles = leavesOf(difference).every(({ path }) => /^(read|modified)Files\b/.test(path));
      // A file that was read and then changed counts as read if only the change was taken out.
      return isEdited && isAboutFiles && filesOf(ours).every((file) => filesOf(theirs).includes(file));
    },
  }),
  known<string>({
    subject: "coding-agent/session-parse",
    status: "accepted",
    reason: "Lines that are no entries are left out, so that one broken line does not make a session unreadable.",
    example: '{"typo":"session"}\n',
    matches: ({ ours, theirs }) => {
      const others = (theirs as unknown[]).map((entry) => JSON.stringify(entry));
      return (ours as unknown[]).every((entry) => others.includes(JSON.stringify(entry)));
    },
  }),
  known<object>({
    subject: "coding-agent/session-files",
    status: "accepted",
    reason: "A session that has no answer yet can be forked too.",
    example: {
      names: ["one"],
      entries: [
        { type: "session_info", name: "name", id: "e0", parentId: null, timestamp: "2023-11-14T22:13:20.000Z" },
      ],
    },
    matches: ({ theirs }) => theirs === "[throws]",
  }),
  known<unknown>({
    subject: "coding-agent/cut-point",
    status: "accepted",
    reason:
      "Where a conversation is cut is an estimate: images are counted, and a turn begins with a message of the user or of an extension.",
    example: [
      [
        {
          type: "message",
          message: { role: "user", content: [], timestamp: 1 },
          id: "e0",
          parentId: null,
          timestamp: "",
        },
        {
          type: "message",
          message: {
            role: "toolResult",
            toolCallId: "c",
            toolName: "read",
            content: [{ type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" }],
            isError: false,
            timestamp: 1,
          },
          id: "e1",
          parentId: "e0",
          timestamp: "",
        },
        {
          type: "message",
          message: { role: "assistant", content: [], stopReason: "stop", timestamp: 1 },
          id: "e2",
          parentId: "e1",
          timestamp: "",
        },
      ],
      20,
      0,
    ],
    matches: (difference) => sameAfter((value) => ("cut" in value ? { ...value, cut: undefined } : value), difference),
  }),
  known<unknown>({
    subject: "coding-agent/branch-entries",
    status: "accepted",
    reason:
      "The summary of a branch is made with the results of tools and with the edits of the context, since both are what the model saw.",
    example: [
      [
        {
          type: "message",
          message: { role: "toolResult", toolCallId: "c", toolName: "read", content: [], isError: false, timestamp: 1 },
          id: "e0",
          parentId: null,
          timestamp: "",
        },
      ],
      undefined,
    ],
    matches: (difference) =>
      /"(toolResult|context_edit)"/.test(JSON.stringify(difference.input)) &&
      leavesOf(difference).every(({ path }) => /^(messages|totalTokens|fileOps)\b/.test(path)) &&
      (difference.ours as { messages: { role: string }[] }).messages.every(({ role }) => typeof role === "string"),
  }),
  known<[unknown, number | undefined]>({
    subject: "coding-agent/branch-entries",
    status: "accepted",
    reason:
      "The files of the whole branch are listed, also of messages that are too old to be in the summary: what is known of them is their names. They are a set, without an order.",
    example: [
      [
        {
          type: "message",
          message: {
            ...{ role: "assistant", api: "a", provider: "p", model: "m", stopReason: "stop", timestamp: 1 },
            content: [{ type: "toolCall", id: "c", name: "read", arguments: { path: "a.ts" } }],
            usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 },
          },
          id: "e0",
          parentId: null,
          timestamp: "",
        },
        {
          type: "message",
          message: {
            ...{ role: "bashExecution", command: "ls", exitCode: 0, cancelled: false, truncated: false, timestamp: 3 },
            output: "a longer text that is more than a few words long, to make some tokens",
          },
          id: "e1",
          parentId: "e0",
          timestamp: "",
        },
      ],
      10,
    ],
    matches: (difference) =>
      leavesOf(difference).every(({ path }) => path.startsWith("fileOps.")) &&
      (difference.input[1] !== undefined || sortedText(difference.ours) === sortedText(difference.theirs)),
  }),
  known<string>({
    subject: "coding-agent/session-services",
    status: "accepted",
    reason:
      "Without a usable model a session has the model of the tour, which says how to connect a real one; the services have more members.",
    example: "services",
    matches: (difference) =>
      difference.input === "services" &&
      leavesOf(difference).every(({ path, ours, theirs }) =>
        path === "services[length]"
          ? (theirs as unknown[]).every((name) => (ours as unknown[]).includes(name))
          : path.startsWith("model."),
      ),
  }),
];

/** Whether the events are the same once those of one kind are left out; what a failed tool says is wording. */
function onlyMore(kind: string, ours: unknown, theirs: unknown): boolean {
  const isOther = (event: unknown) => !new RegExp(`"(${kind})"`).test(JSON.stringify(event).slice(0, 200));
  const input = { answers: [], steps: [] };
  return sameButForm({
    input,
    ours: (ours as unknown[]).filter(isOther),
    theirs: (theirs as unknown[]).filter(isOther),
  });
}

/** A value without the message that the hook of before_agent_start adds, its events, and the kinds of entries that hold it. */
function withoutInjected(value: unknown): unknown {
  const isInjected = (item: unknown): boolean => {
    const { content, message } = (item ?? {}) as { content?: unknown; message?: { content?: unknown } };
    return item === "custom_message" || [content, message?.content].includes("injected");
  };
  if (Array.isArray(value)) return value.filter((item) => !isInjected(item)).map(withoutInjected);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withoutInjected(member)]));
}

/** Whether a summary failed: it threw, or its result has an error. */
function isFailed(value: unknown): boolean {
  const { text, result, error } = value as { text?: unknown; result?: unknown; error?: unknown };
  return text === "[throws]" || result === "[throws]" || error === "string";
}

/** A projection without the entries between two results that add no message: only the results change places. */
function withMessagesOnly(value: unknown): unknown {
  const { projection, ...rest } = value as { projection: { entries: { messages: unknown[] }[] } };
  return {
    ...rest,
    projection: { ...projection, entries: projection.entries.filter((each) => each.messages.length > 0) },
  };
}

/** The characters of a value in order, so that lists with the same members are the same. */
function sortedText(value: unknown): string {
  return [...JSON.stringify(value)].sort().join("");
}

interface Run {
  readonly answers: readonly unknown[];
  readonly steps: readonly string[];
  readonly hook?: string;
}

/** The same once texts are lists of blocks, what an error says is left out, and members are left out that only ours has. */
function sameButForm(difference: Difference<Run>): boolean {
  return sameAfter((value) => {
    const { intentId: _, durationMs: __, ...rest } = value;
    if (typeof rest.content === "string" && "role" in rest) rest.content = [{ text: rest.content, type: "text" }];
    if (rest.isError === true) return { ...rest, content: "", result: "", details: undefined };
    return rest;
  }, difference);
}

function filesOf(outcome: unknown): readonly string[] {
  const { readFiles = [], modifiedFiles = [] } = outcome as { readFiles?: string[]; modifiedFiles?: string[] };
  return [...readFiles, ...modifiedFiles];
}

interface Requests {
  readonly requests: number;
}
