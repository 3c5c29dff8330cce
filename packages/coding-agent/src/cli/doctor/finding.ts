import type { Workspace } from "../../core/workspace/workspace.ts";

/** One line of the report: how it is, and what to do about it. */
export interface Finding {
  readonly state: "ok" | "note" | "problem";
  readonly topic: string;
  readonly text: string;
  readonly fix?: string;
}

/** Looks at one thing. */
export type Examination = (services: Workspace) => Finding[] | Promise<Finding[]>;
