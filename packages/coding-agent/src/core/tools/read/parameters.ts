import type { Static } from "typebox";
import { Type } from "../schema.ts";

export const parameters = Type.Object({
  path: Type.String({ description: "File or URL to read; a path is relative to the working directory or absolute" }),
  offset: Type.Optional(Type.Number({ description: "First line to read, counted from 1" })),
  limit: Type.Optional(Type.Number({ description: "How many lines to read" })),
});

export type ReadToolInput = Static<typeof parameters>;
