import type { StreamOptions } from "../../contract/options.ts";

export interface AwsOptions extends StreamOptions {
  profile?: string;
  region?: string;
}
