const text = (description: string) => ({ type: "string", description }) as const;
const count = (description: string) => ({ type: "number", description }) as const;
const required = { required: true } as const;
const optional = { required: false } as const;

const answerSpan = (description: string) =>
  ({
    description,
    parents: { kind: "any" },
    startAttributes: {
      provider: { ...text("Who serves the model."), ...required },
      api: { ...text("The protocol."), ...required },
      model: { ...text("The model that was asked."), ...required },
      reasoning: { ...text("How hard it was asked to think, where that is a word."), ...optional },
    },
    endAttributes: {
      stop: {
        ...text("How the answer ended."),
        values: ["pending", "stop", "length", "toolUse", "error", "aborted", "deferred"],
      },
      "usage.input": count("Tokens read that were not cached."),
      "usage.output": count("Tokens written."),
      "usage.cache_read": count("Tokens read from the cache."),
      "usage.cache_write": count("Tokens written to the cache."),
      "cost.total": count("US dollars."),
      "response.id": { ...text("What the vendor calls the answer."), cardinality: "high" },
    },
    events: {
      "pi.ai.first_chunk": { description: "The first event of the answer.", attributes: {} },
      "pi.ai.block": {
        description: "A block is complete. What it says is not recorded.",
        attributes: {
          type: { ...text("Its kind."), values: ["text", "thinking", "tool_call"], ...required },
          index: { ...count("Its position."), ...required },
          chars: { ...count("Its length in UTF-16 units."), ...required },
          tool: { ...text("The tool, if it is a call."), ...optional },
        },
      },
    },
    status: { default: "ok", errorWhen: "The answer ended with an error; an abort is none." },
  }) as const;

/** The spans and attributes that `telemetry` of a request records. */
export const AI_TELEMETRY_SCHEMA = {
  version: 1,
  spans: {
    "pi.ai.request": answerSpan("One request for an answer, from its credentials to its end."),
    "pi.ai.poll": answerSpan("One look for an answer that was deferred."),
  },
} as const;
