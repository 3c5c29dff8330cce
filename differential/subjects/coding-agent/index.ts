import type { Subject } from "../../subject.ts";

export const codingAgentSubjects: readonly Subject[] = [];
