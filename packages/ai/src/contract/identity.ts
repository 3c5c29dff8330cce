export type UserAgentMode = "short" | "detailed" | { custom: string };

export interface ClientAttribution {
  name: string;
  url: string;
  categories?: string[];
}

/** How a program identifies itself. Tau's own requests always say `tau/<version>`. */
export interface ClientIdentity {
  userAgent?: UserAgentMode;
  /** Sent to routers that list the programs using them. */
  attribution?: ClientAttribution | null;
  version?: string;
}

export interface ClientIdentityTarget {
  readonly provider: string;
  readonly baseUrl: string;
}
