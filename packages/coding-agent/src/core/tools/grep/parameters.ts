import type { Static } from "typebox";
import { Type } from "../schema.ts";

export const parameters = Type.Object({
  pattern: Type.String({ description: "Regular expression, or the text itself with literal" }),
  path: Type.Optional(Type.String({ description: "File or directory to search; the working directory if absent" })),
  glob: Type.Optional(Type.String({ description: "Only files that match, for example *.ts or src/**/*.test.ts" })),
  ignoreCase: Type.Optional(Type.Boolean({ description: "Take capital and small letters for the same" })),
  literal: Type.Optional(Type.Boolean({ description: "Take the pattern for plain text" })),
  context: Type.Optional(Type.Number({ description: "Lines to show before and after each match" })),
  limit: Type.Optional(Type.Number({ description: "Most matches to return; 100 if absent" })),
});

export type GrepToolInput = Static<typeof parameters>;
