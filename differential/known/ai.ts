import { type KnownDifference, known } from "../subject.ts";
import { functionFields } from "./ai-functions.ts";
import { openAIRequestFields } from "./ai-openai-requests.ts";
import { requestFields } from "./ai-requests.ts";
import { streamFields } from "./ai-streams.ts";
import { fieldDifferences } from "./fields.ts";
import { leavesOf } from "./leaves.ts";

interface Unusual {
  readonly api: string;
  readonly edge: string;
}

/** A kind of unusual message that is sent in another way, with any protocol. */
function unusual(edge: string, status: "accepted" | "open", reason: string, api = "openai-responses"): KnownDifference {
  return known<Unusual>({
    subject: "ai/unusual-messages",
    status,
    reason,
    example: { api, edge },
    matches: ({ input }) => input.edge === edge,
  });
}

export const aiDifferences: readonly KnownDifference[] = [
  ...fieldDifferences([...openAIRequestFields, ...requestFields, ...streamFields, ...functionFields]),
  unusual(
    "foreign-thinking",
    "open",
    "Thinking of another model is left out; pi sends it as a text of the assistant, before the text of the answer.",
  ),
  unusual(
    "text-of-a-failed-answer",
    "accepted",
    "The text of an answer that broke off stays in the conversation, since the user saw it and may refer to it; pi drops it.",
  ),
  unusual(
    "result-of-a-failed-answer",
    "accepted",
    "The result of a call that is not sent is not sent either: providers refuse a request with it.",
  ),
  unusual(
    "result-without-a-call",
    "accepted",
    "A result without its call is not sent: providers refuse a request with it.",
  ),
  unusual(
    "same-id-twice",
    "accepted",
    "A call whose id occurred before gets another id: providers refuse a request with two calls of one id.",
  ),
  unusual(
    "lone-surrogate",
    "accepted",
    "Half of a surrogate pair is sent as a replacement character; pi leaves it out.",
  ),
  unusual(
    "two-images-for-a-text-model",
    "accepted",
    "Each image that a model cannot take is named; pi names images that follow each other once.",
  ),
  unusual(
    "image-of-a-failed-call",
    "accepted",
    "Anthropic takes no image in the result of a failed call: it follows the result.",
    "anthropic-messages",
  ),
  known<object>({
    subject: "ai/messages-mistral-conversations",
    status: "open",
    reason: "The result of a failed call begins with [tool error] in pi; here nothing says that it failed.",
    example: {
      context: {
        messages: [
          { role: "user", content: "a", timestamp: 1 },
          {
            role: "assistant",
            content: [{ type: "toolCall", id: "call_1", name: "read", arguments: {} }],
            api: "test",
            provider: "test",
            model: "test",
            stopReason: "toolUse",
            timestamp: 2,
          },
          {
            role: "toolResult",
            toolCallId: "call_1",
            toolName: "read",
            content: [{ type: "text", text: "no" }],
            isError: true,
            timestamp: 3,
          },
        ],
      },
      options: {},
      model: {},
    },
    matches: (difference) =>
      leavesOf(difference).every(({ ours, theirs }) => theirs === `[tool error] ${String(ours)}`),
  }),
];
