import type { Subject } from "../../subject.ts";
import { textSubjects } from "./text.ts";

export const tuiSubjects: readonly Subject[] = [...textSubjects];
