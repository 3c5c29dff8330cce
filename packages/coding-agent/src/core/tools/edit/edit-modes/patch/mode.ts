import type { EditMode } from "../edit-mode.ts";
import { patchChanges } from "../patch-changes.ts";
import { description, inputDescription, prompt } from "./description.ts";
import { parseUnifiedPatch } from "./parse.ts";

export const patchMode: EditMode = {
  description,
  prompt,
  inputDescription,
  parse: (input) => ({ changes: patchChanges(parseUnifiedPatch(input)), warnings: [] }),
};
