import type { Workspace } from "../../core/workspace/workspace.ts";

/** One line of the report: the state of one thing, and how to fix it. */
export interface Finding {
  readonly state: "ok" | "note" | "problem";
  readonly topic: string;
  readonly text: string;
  readonly fix?: string;
}

export interface ExaminationOptions {
  /** Sends a short request to each provider to see whether its credentials work. */
  readonly isOnline: boolean;
}

/** Examines one topic. */
export type Examination = (services: Workspace, options: ExaminationOptions) => Finding[] | Promise<Finding[]>;
