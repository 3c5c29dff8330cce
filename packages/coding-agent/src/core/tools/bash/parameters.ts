import type { Static } from "typebox";
import { Type } from "../schema.ts";

export const parameters = Type.Object({
  command: Type.String({ description: "Shell command to run" }),
  timeout: Type.Optional(Type.Number({ description: "Seconds after which the command is ended; no limit if absent" })),
});

/** The parameters if background jobs are available. */
export const jobParameters = Type.Object({
  ...parameters.properties,
  async: Type.Optional(Type.Boolean({ description: "Run as a background job" })),
});

export type BashToolInput = Static<typeof parameters>;
