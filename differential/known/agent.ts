import { type KnownDifference, known } from "../subject.ts";

export const agentDifferences: readonly KnownDifference[] = [
  known<object>({
    subject: "agent/system-message",
    status: "open",
    reason:
      "pi keeps the system prompt and the tools as a leading system message in state.messages, and sends it in the messages of a request; ours keeps them beside the messages.",
    example: { prompt: "Be brief.", withTools: true, run: true },
    matches: () => true,
  }),
  known<{ steps: string[] }>({
    subject: "agent/agent",
    status: "accepted",
    reason: "Abort ends the turn at once; pi waits until the provider has noticed and keeps what it still sends.",
    example: { answers: [], steps: ["abort-while"] } as never,
    matches: ({ input }) => input.steps.includes("abort-while"),
  }),
  ...["agent/run-loop", "agent/loop-stream", "agent/agent"].map((subject) =>
    known<{ answers: unknown[] }>({
      subject,
      status: "open",
      reason:
        "An argument that is null where the schema wants a string is refused; pi makes an empty string of it and runs the tool.",
      example: {
        answers: [
          {
            blocks: [{ type: "toolCall", id: "call_a", name: "echo", arguments: { text: null } }],
            stopReason: "toolUse",
          },
        ],
        mode: undefined,
        hook: undefined,
        steer: 0,
        followUp: 0,
        resume: false,
        steps: ["prompt"],
      } as never,
      matches: ({ input }) => JSON.stringify(input.answers).includes('"text":null'),
    }),
  ),
];
