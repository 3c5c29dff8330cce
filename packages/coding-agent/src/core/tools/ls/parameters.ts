import type { Static } from "typebox";
import { Type } from "../schema.ts";

export const parameters = Type.Object({
  path: Type.Optional(Type.String({ description: "Directory to list; the working directory if absent" })),
  limit: Type.Optional(Type.Number({ description: "Most entries to return; 500 if absent" })),
});

export type LsToolInput = Static<typeof parameters>;
