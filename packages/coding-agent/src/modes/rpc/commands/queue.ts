import { Type } from "../../../core/tools/schema.ts";
import { defineCommand, oneOf } from "../command.ts";
import { inputParameters } from "./prompt.ts";

const MODES = ["all", "one-at-a-time"] as const;

export const steer = defineCommand({
  name: "steer",
  summary: "Queue a message for delivery after the tool calls of the current turn",
  parameters: inputParameters,
  run: async ({ message, images }, { session }) => ({
    disposition: await session.steer(message, images, { source: "rpc" }),
  }),
});

export const followUp = defineCommand({
  name: "follow_up",
  summary: "Queue a message for delivery when the run would end",
  parameters: inputParameters,
  run: async ({ message, images }, { session }) => ({
    disposition: await session.followUp(message, images, { source: "rpc" }),
  }),
});

export const clearQueue = defineCommand({
  name: "clear_queue",
  summary: "Take back what is queued",
  parameters: Type.Object({}),
  run: (_, { session }) => session.queue.clear(),
});

export const setSteeringMode = defineCommand({
  name: "set_steering_mode",
  summary: "How many queued steering messages a turn takes",
  parameters: Type.Object({ mode: oneOf(MODES) }),
  run({ mode }, { services }) {
    services.settings.applyOverrides({ steeringMode: mode });
  },
});

export const setFollowUpMode = defineCommand({
  name: "set_follow_up_mode",
  summary: "How many queued follow-ups the end of a run takes",
  parameters: Type.Object({ mode: oneOf(MODES) }),
  run({ mode }, { services }) {
    services.settings.applyOverrides({ followUpMode: mode });
  },
});

export const setInterruptMode = defineCommand({
  name: "set_interrupt_mode",
  summary: "Whether a steering message skips the tool calls that have not started",
  parameters: Type.Object({ mode: oneOf(["immediate", "wait"]) }),
  run({ mode }, { services }) {
    services.settings.applyOverrides({ interruptMode: mode });
  },
});
