import type { Subject } from "../../subject.ts";

export const aiSubjects: readonly Subject[] = [];
