export type UserAgentMode = "short" | "detailed" | { custom: string };

export interface ClientAttribution {
  name: string;
  url: string;
  categories?: string[];
}

/** Who a program says it is. Tau's own requests always say `tau/<version>`. */
export interface ClientIdentity {
  userAgent?: UserAgentMode;
  /** Told to routers that list the programs that use them. */
  attribution?: ClientAttribution | null;
  version?: string;
}

export interface ClientIdentityTarget {
  readonly provider: string;
  readonly baseUrl: string;
}
