import type { Subject } from "../../subject.ts";
import { autocompleteSubjects } from "./autocomplete.ts";
import { componentSubjects } from "./components.ts";
import { editingSubjects } from "./editing.ts";
import { imageSubjects } from "./images.ts";
import { keySubjects } from "./keys.ts";
import { listSubjects } from "./lists.ts";
import { markdownSubjects } from "./markdown.ts";
import { screenSubjects } from "./screens.ts";
import { textSubjects } from "./text.ts";

export const tuiSubjects: readonly Subject[] = [
  ...textSubjects,
  ...keySubjects,
  ...componentSubjects,
  ...listSubjects,
  ...editingSubjects,
  ...imageSubjects,
  ...markdownSubjects,
  ...autocompleteSubjects,
  ...screenSubjects,
];
