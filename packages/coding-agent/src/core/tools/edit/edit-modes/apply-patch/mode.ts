import type { EditMode } from "../edit-mode.ts";
import { patchChanges } from "../patch-changes.ts";
import { description, grammar, inputDescription, prompt } from "./description.ts";
import { parseApplyPatch } from "./parse.ts";

export const applyPatchMode: EditMode = {
  description,
  prompt,
  inputDescription,
  grammar,
  parse: (input) => ({ changes: patchChanges(parseApplyPatch(input)), warnings: [] }),
};
