import type { Static } from "typebox";
import { Type } from "../schema.ts";

export const parameters = Type.Object({
  path: Type.String({ description: "File to write, relative to the working directory or absolute" }),
  content: Type.String({ description: "The whole content of the file" }),
});

export type WriteToolInput = Static<typeof parameters>;
