import type { Static } from "typebox";
import { Type } from "../schema.ts";

export const parameters = Type.Object({
  pattern: Type.String({ description: "Glob, for example *.ts or src/**/*.test.ts" }),
  path: Type.Optional(Type.String({ description: "Directory to search; the working directory if absent" })),
  limit: Type.Optional(Type.Number({ description: "Most results to return; 1000 if absent" })),
});

export type FindToolInput = Static<typeof parameters>;
