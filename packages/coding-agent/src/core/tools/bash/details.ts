import type { TruncationResult } from "../../output/index.ts";

/** Present only if the output was truncated. */
export interface BashToolDetails {
  truncation?: TruncationResult;
  fullOutputPath?: string;
  /** The same file as `artifact://<id>`, as long as the session exists. */
  artifactId?: string;
}
