import type { Subject } from "../../subject.ts";

export const agentSubjects: readonly Subject[] = [];
