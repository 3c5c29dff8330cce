import type { ExtensionManifest } from "@tau/coding-agent";

const DEFAULT_IDLE_MINUTES = 20;
const DEFAULT_WAIT_MS = 1500;

export const SETTINGS: NonNullable<ExtensionManifest["settings"]> = {
  lsp: {
    type: "object",
    description: "Language servers. Which ones there are is in lsp.json.",
    properties: {
      enabled: { type: "boolean", default: true, description: "Whether language servers may be started." },
      diagnosticsOnWrite: {
        type: "boolean",
        default: true,
        description: "Add the errors and warnings of a file to the result of an edit, if a server for it runs.",
      },
      startOnWrite: {
        type: "boolean",
        default: false,
        description:
          "Let an edit start the servers for the file, so that it is checked and formatted from the first edit on.",
      },
      formatOnWrite: {
        type: "boolean",
        default: false,
        description: "Format a file with its server after an edit.",
      },
      diagnosticsWaitMs: {
        type: "integer",
        minimum: 0,
        maximum: 30_000,
        default: DEFAULT_WAIT_MS,
        description:
          "How long an edit waits for diagnostics, in milliseconds. Later ones reach the model as a message.",
      },
      idleMinutes: {
        type: "number",
        minimum: 0,
        default: DEFAULT_IDLE_MINUTES,
        description: "End a server that has not been used for this long; 0: never.",
      },
      lspmux: {
        type: "boolean",
        default: true,
        description: "Share rust-analyzer with other programs through lspmux, if that is installed and runs.",
      },
    },
  },
};

export interface LspSettings {
  readonly isEnabled: boolean;
  readonly diagnosticsOnWrite: boolean;
  readonly startOnWrite: boolean;
  readonly formatOnWrite: boolean;
  readonly diagnosticsWaitMs: number;
  readonly idleMs: number;
  readonly useLspmux: boolean;
}

export function lspSettings(settings: object): LspSettings {
  const { lsp = {} } = settings as {
    lsp?: Partial<Omit<LspSettings, "isEnabled" | "idleMs" | "useLspmux">> & {
      enabled?: boolean;
      idleMinutes?: number;
      lspmux?: boolean;
    };
  };
  return {
    isEnabled: lsp.enabled ?? true,
    diagnosticsOnWrite: lsp.diagnosticsOnWrite ?? true,
    startOnWrite: lsp.startOnWrite ?? false,
    formatOnWrite: lsp.formatOnWrite ?? false,
    diagnosticsWaitMs: lsp.diagnosticsWaitMs ?? DEFAULT_WAIT_MS,
    idleMs: (lsp.idleMinutes ?? DEFAULT_IDLE_MINUTES) * 60_000,
    useLspmux: lsp.lspmux ?? true,
  };
}
