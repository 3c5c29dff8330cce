import { type Difference, type KnownDifference, known } from "../subject.ts";
import { sameAfter } from "./words.ts";

const RUNS = ["coding-agent/session-events", "coding-agent/extension-events", "coding-agent/session-state"];
const call = (name: string, text: unknown) => ({
  blocks: [{ type: "toolCall", id: "call_a", name, arguments: { text } }],
  stopReason: "toolUse",
});

export const codingAgentSessions: readonly KnownDifference[] = [
  ...RUNS.flatMap((subject) => [
    known<Run>({
      subject,
      status: "open",
      reason: "A user message has its text as a string; pi gives a list with one text block.",
      example: { answers: [], steps: ["prompt"] },
      matches: sameButForm,
    }),
    known<Run>({
      subject,
      status: "open",
      reason: "A tool call that fails has no details; pi gives {}.",
      example: { answers: [call("missing", "hi")], steps: ["prompt"] } as Run,
      matches: sameButForm,
    }),
    known<Run>({
      subject,
      status: "open",
      reason: "An argument that is null where the schema wants a string is refused; pi makes an empty string of it.",
      example: { answers: [call("echo", null)], steps: ["prompt"] } as Run,
      matches: ({ input }) => JSON.stringify(input.answers).includes('"text":null'),
    }),
  ]),
  ...RUNS.filter((subject) => !subject.endsWith("events") || subject.includes("extension")).map((subject) =>
    known<Run>({
      subject,
      status: subject.includes("extension") ? "accepted" : "open",
      reason: subject.includes("extension")
        ? "As in pi 1.5, before_agent_start is sent for runs that a custom message starts."
        : "A custom message is listed among the messages to fork from.",
      example: { answers: [], steps: ["custom"] },
      matches: ({ input }) => input.steps.includes("custom"),
    }),
  ),
  known<Run>({
    subject: "coding-agent/session-events",
    status: "accepted",
    reason: "As in pi 1.5, an extension's answer to before_agent_start holds for runs that a custom message starts.",
    example: { answers: [], hook: "prompt", steps: ["custom"] } as Run,
    matches: ({ input }) => input.steps.includes("custom") && input.hook === "prompt",
  }),
  known<Run>({
    subject: "coding-agent/extension-events",
    status: "open",
    reason: "executeBash sends user_bash to extensions; in pi only the screen and RPC do.",
    example: { answers: [], steps: ["bash"] },
    matches: ({ input }) => input.steps.includes("bash"),
  }),
  known<Run>({
    subject: "coding-agent/session-state",
    status: "open",
    reason:
      "A message that an extension added is listed among the messages to fork from; getLastAssistantText skips answers without text.",
    example: { answers: [], hook: "prompt", steps: ["prompt"] } as Run,
    matches: ({ input }) => input.hook === "prompt" || JSON.stringify(input.answers).includes('"blocks":[]'),
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
      matches: ({ input }) => input.answer.blocks.length === 0 || input.answer.stopReason !== "stop",
    }),
  ),
  known<string>({
    subject: "coding-agent/load-changed-extension",
    status: "open",
    reason:
      "discoverAndLoadExtensions gives the module that was loaded first even if its file has changed; pi loads it anew.",
    example: "ts",
    matches: () => true,
  }),
  known<object[]>({
    subject: "coding-agent/session-calls",
    status: "open",
    reason:
      "A context edit keeps the content as it was given; pi makes a list of blocks of a text where the edited message has one.",
    example: [
      {
        do: "message",
        message: { role: "assistant", content: [{ type: "text", text: "a" }], stopReason: "stop", timestamp: 1 },
      },
      { do: "edit", at: 0 },
    ],
    matches: ({ input }) => JSON.stringify(input).includes('"edit"'),
  }),
  known<object[]>({
    subject: "coding-agent/session-calls",
    status: "open",
    reason: "buildContextEntries leaves out an earlier compaction whose first kept entry is not on the branch.",
    example: [
      { do: "compaction", at: 0 },
      { do: "compaction", at: 0 },
    ],
    matches: ({ input }) => JSON.stringify(input).includes('"compaction"'),
  }),
  known<string>({
    subject: "coding-agent/session-parse",
    status: "accepted",
    reason: "Lines that are no entries are left out, so that one broken line does not make a session unreadable.",
    example: '{"typo":"session"}\n',
    matches: ({ ours, theirs }) => (ours as unknown[]).length <= (theirs as unknown[]).length,
  }),
  known<object>({
    subject: "coding-agent/session-files",
    status: "open",
    reason: "forkFrom of a session that has no file yet fails in pi.",
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
    status: "open",
    reason:
      "findCutPoint keeps another entry where the first entries are no messages, or where an image is all that a result has.",
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
    status: "open",
    reason:
      "prepareBranchEntries keeps the results of tools among the messages and applies context edits; pi leaves the results out and the messages as they were.",
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
    matches: ({ input }) =>
      JSON.stringify(input).includes('"toolResult"') || JSON.stringify(input).includes('"context_edit"'),
  }),
  known<{ tools?: string[]; noTools?: string; excludeTools?: string[] }>({
    subject: "coding-agent/sdk-options",
    status: "open",
    reason: "getAllTools ignores tools, excludeTools and noTools; an empty list of tools leaves the built-in ones on.",
    example: { noTools: "builtin" },
    matches: ({ input }) =>
      input.tools !== undefined || input.noTools !== undefined || input.excludeTools !== undefined,
  }),
  known<string>({
    subject: "coding-agent/session-services",
    status: "open",
    reason:
      "Without a usable model a session gets the model of the tour; pi's is called unknown. The services have other members.",
    example: "services",
    matches: ({ input }) => input === "services",
  }),
];

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
