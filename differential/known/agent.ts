import { type KnownDifference, known } from "../subject.ts";
import { inAnyOrder } from "./any-order.ts";
import { leavesOf } from "./leaves.ts";

export const agentDifferences: readonly KnownDifference[] = [
  known<object>({
    subject: "agent/system-message",
    status: "accepted",
    reason:
      "The system prompt and the tools stand beside the messages, in state.systemPrompt and state.tools, and not as a message among them: what counts or shows messages need not skip it.",
    example: { prompt: "Be brief.", withTools: true, run: true },
    matches: (difference) => leavesOf(difference).every(({ path }) => /(^|\.)roles\[length\]$/.test(path)),
  }),
  known<{ steps: string[] }>({
    subject: "agent/agent",
    status: "accepted",
    reason: "Abort ends the turn at once; pi waits until the provider has noticed and keeps what it still sends.",
    example: { answers: [], steps: ["abort-while"] } as never,
    matches: ({ input, ours, theirs }) => {
      const { event } = firstOtherEvent(inAnyOrder(ours), inAnyOrder(theirs));
      return input.steps.includes("abort-while") && /^{"message":{.*"stopReason":"aborted"/.test(event);
    },
  }),
  known<object>({
    subject: "agent/run-loop",
    status: "accepted",
    reason: "A tool call whose id occurred before gets another id, so that no provider takes one result for two calls.",
    example: {
      answers: [1, 2].map(() => ({
        blocks: [{ type: "toolCall", id: "same", name: "echo", arguments: { text: "hi" } }],
        stopReason: "toolUse",
      })),
      steer: 0,
      followUp: 0,
    },
    matches: ({ input, ours, theirs }) =>
      JSON.stringify(input).split('"same"').length > 2 && withoutIds(ours) === withoutIds(theirs),
  }),
  ...["agent/run-loop", "agent/loop-stream", "agent/agent"].map((subject) =>
    known<{ mode?: string; answers: { blocks: { type: string }[] }[] }>({
      subject,
      status: "accepted",
      reason:
        "Tool calls that run at the same time end in the order in which they come to an end, which differs by a tick where they take no time.",
      example: {
        answers: [
          {
            blocks: ["echo", "fails"].map((name) => ({
              type: "toolCall",
              id: `call_${name}`,
              name,
              arguments: { text: "hi" },
            })),
            stopReason: "toolUse",
          },
        ],
        steer: 0,
        followUp: 0,
        resume: false,
        steps: ["prompt"],
      } as never,
      matches: ({ input, ours, theirs }) =>
        input.mode !== "sequential" &&
        input.answers.some(({ blocks }) => blocks.filter((block) => block.type === "toolCall").length > 1) &&
        withoutIds(inAnyOrder(ours)) === withoutIds(inAnyOrder(theirs)),
    }),
  ),
  known<{ steps: string[] }>({
    subject: "agent/agent",
    status: "accepted",
    reason:
      "continue() of an agent without messages sends those that are queued, so that none is left waiting; pi fails.",
    example: { answers: [], steps: ["steer", "continue"] } as never,
    matches: ({ input, ours, theirs }) => {
      const outcomes = (value: unknown) => (value as { outcomes: unknown[] }).outcomes;
      const index = outcomes(ours).findIndex((outcome, place) => outcome !== outcomes(theirs)[place]);
      const queued = input.steps.slice(0, Math.max(0, index)).some((step) => ["steer", "follow-up"].includes(step));
      return queued && input.steps[index] === "continue" && outcomes(theirs)[index] === "throws";
    },
  }),
];

/** The first event of ours that differs, as text. */
function firstOtherEvent(ours: unknown, theirs: unknown): { event: string } {
  const events = (value: unknown) => (value as { events: unknown[] }).events.map((event) => JSON.stringify(event));
  const others = events(theirs);
  return { event: events(ours).find((event, index) => event !== others[index]) ?? "" };
}

function withoutIds(value: unknown): string {
  return JSON.stringify(value).replaceAll(/"(id|toolCallId)":"[^"]*"/g, "");
}
