import type { Workspace } from "../../core/workspace/workspace.ts";

/** One line of the report: how it is, and what to do about it. */
export interface Finding {
  readonly state: "ok" | "note" | "problem";
  readonly topic: string;
  readonly text: string;
  readonly fix?: string;
}

export interface ExaminationOptions {
  /** Sends each provider a short request, to see whether its credentials work. */
  readonly isOnline: boolean;
}

/** Looks at one thing. */
export type Examination = (services: Workspace, options: ExaminationOptions) => Finding[] | Promise<Finding[]>;
