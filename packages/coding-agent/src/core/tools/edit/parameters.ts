import type { Static } from "typebox";
import { Type } from "../schema.ts";

export const parameters = Type.Object({
  path: Type.String({ description: "File to edit, relative to the working directory or absolute" }),
  edits: Type.Array(
    Type.Object({
      oldText: Type.String({ description: "Text to replace: exactly as in the file, and there only once" }),
      newText: Type.String({ description: "What to put in its place" }),
    }),
    { description: "Replacements, each looked up in the original file; they must not overlap" },
  ),
});

export type EditToolInput = Static<typeof parameters>;
