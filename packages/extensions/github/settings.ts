import type { ExtensionManifest } from "@tau/coding-agent";

const SOFT_SECONDS = 300;
const HARD_SECONDS = 7 * 24 * 3600;
const POLL_SECONDS = 3;

export const SETTINGS: NonNullable<ExtensionManifest["settings"]> = {
  github: {
    type: "object",
    description: "GitHub. Read from the global file only, because it decides where your credentials go.",
    properties: {
      enabled: {
        type: "boolean",
        description: "Whether GitHub is also used in folders without a remote on a GitHub host.",
      },
      hosts: {
        type: "array",
        items: { type: "string" },
        description: "GitHub Enterprise hosts whose names do not tell, such as code.example.com.",
      },
      apiUrls: {
        type: "object",
        additionalProperties: { type: "string" },
        description: "Other addresses of the REST API, by host, such as that of a proxy. gh does not use them.",
      },
      pollSeconds: {
        type: "number",
        minimum: 0.01,
        maximum: 300,
        default: POLL_SECONDS,
        description: "How often run_watch asks for the state of workflow runs.",
      },
      cache: {
        type: "object",
        description: "Issues and pull requests that were read, kept in Tau's home.",
        properties: {
          enabled: { type: "boolean", default: true, description: "Whether answers are kept." },
          softTtlSec: {
            type: "number",
            minimum: 0,
            default: SOFT_SECONDS,
            description: "After this time an answer is still shown, and refreshed in the background.",
          },
          hardTtlSec: {
            type: "number",
            minimum: 0,
            default: HARD_SECONDS,
            description: "After this time an answer is not shown without asking GitHub.",
          },
        },
      },
    },
  },
};

export interface GithubSettings {
  readonly hosts: readonly string[];
  readonly apiUrls: Readonly<Record<string, string>>;
  readonly pollMs: number;
  readonly cache: { readonly isEnabled: boolean; readonly softMs: number; readonly hardMs: number };
}

/** Returns the current settings. */
export function githubSettings(settings: object): GithubSettings {
  const { github = {} } = settings as {
    github?: {
      hosts?: string[];
      apiUrls?: Record<string, string>;
      pollSeconds?: number;
      cache?: { enabled?: boolean; softTtlSec?: number; hardTtlSec?: number };
    };
  };
  const { enabled = true, softTtlSec = SOFT_SECONDS, hardTtlSec = HARD_SECONDS } = github.cache ?? {};
  return {
    hosts: (github.hosts ?? []).map((host) => host.toLowerCase()),
    apiUrls: github.apiUrls ?? {},
    pollMs: (github.pollSeconds ?? POLL_SECONDS) * 1000,
    cache: { isEnabled: enabled, softMs: softTtlSec * 1000, hardMs: hardTtlSec * 1000 },
  };
}
