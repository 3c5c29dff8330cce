import type { ExtensionManifest } from "@tau/coding-agent";

const DEFAULT_SECONDS = 20;

export const SETTINGS: NonNullable<ExtensionManifest["settings"]> = {
  fetch: {
    type: "object",
    description: "Pages of the web in read.",
    properties: {
      privateHosts: {
        type: "array",
        items: { type: "string" },
        description:
          "Hosts that may be read although they are on this machine or in a private network, such as localhost. * allows all.",
      },
      timeoutSeconds: {
        type: "integer",
        minimum: 1,
        maximum: 300,
        default: DEFAULT_SECONDS,
        description: "How long a page may take.",
      },
      sites: {
        type: "boolean",
        default: true,
        description: "Whether well-known sites, such as GitHub and npm, are read through their APIs.",
      },
    },
  },
};

export interface FetchSettings {
  readonly privateHosts: readonly string[];
  readonly timeoutMs: number;
  readonly sites: boolean;
}

/** Returns the current settings. */
export function fetchSettings(settings: object): FetchSettings {
  const { fetch = {} } = settings as {
    fetch?: { privateHosts?: string[]; timeoutSeconds?: number; sites?: boolean };
  };
  return {
    privateHosts: fetch.privateHosts ?? [],
    timeoutMs: (fetch.timeoutSeconds ?? DEFAULT_SECONDS) * 1000,
    sites: fetch.sites ?? true,
  };
}
