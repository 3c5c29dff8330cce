import type { Subject } from "../../subject.ts";
import { loopSubjects } from "./loop.ts";

export const agentSubjects: readonly Subject[] = [...loopSubjects];
