import type { TruncationResult } from "../../output/index.ts";

/** Present only where the output was cut. */
export interface BashToolDetails {
  truncation?: TruncationResult;
  fullOutputPath?: string;
  /** The same file as `artifact://<id>`, for as long as the session exists. */
  artifactId?: string;
}
