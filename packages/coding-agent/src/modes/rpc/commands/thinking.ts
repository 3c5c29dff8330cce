import { Type } from "../../../core/tools/schema.ts";
import { defineCommand, oneOf } from "../command.ts";

const LEVELS = ["off", "minimal", "low", "medium", "high", "xhigh", "max"] as const;

export const setThinkingLevel = defineCommand({
  name: "set_thinking_level",
  summary: "How long the model thinks; a level it does not have becomes the nearest",
  parameters: Type.Object({ level: oneOf(LEVELS) }),
  run: ({ level }, { session }) => session.choice.setThinkingLevel(level, { keepDefault: true }),
});

export const cycleThinkingLevel = defineCommand({
  name: "cycle_thinking_level",
  summary: "Change to the model's next level",
  parameters: Type.Object({}),
  run(_, { session }) {
    const level = session.choice.cycleThinkingLevel({ keepDefault: true });
    return level === undefined ? null : { level };
  },
});

export const getAvailableThinkingLevels = defineCommand({
  name: "get_available_thinking_levels",
  summary: "The levels that the model has",
  parameters: Type.Object({}),
  run: (_, { session }) => ({ levels: session.choice.availableLevels() }),
});
