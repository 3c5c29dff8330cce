import type { ExtensionManifest } from "@tau/coding-agent";

const DEFAULT_IDLE_MINUTES = 10;

export const SETTINGS: NonNullable<ExtensionManifest["settings"]> = {
  debug: {
    type: "object",
    description: "The debugger.",
    properties: {
      enabled: { type: "boolean", default: true, description: "Whether the model may debug programs." },
      idleMinutes: {
        type: "number",
        minimum: 0,
        default: DEFAULT_IDLE_MINUTES,
        description: "End a program that has not been looked at for this long; 0: never.",
      },
      adapters: {
        type: "object",
        default: {},
        description:
          "Further debug adapters by name, or changes to those of the table: command, args, transport, fileTypes, rootMarkers, launch, attach.",
      },
    },
  },
};

export interface DebugSettings {
  readonly isEnabled: boolean;
  readonly idleMs: number;
  readonly adapters: unknown;
}

export function debugSettings(settings: object): DebugSettings {
  const { debug = {} } = settings as { debug?: { enabled?: boolean; idleMinutes?: number; adapters?: unknown } };
  return {
    isEnabled: debug.enabled ?? true,
    idleMs: (debug.idleMinutes ?? DEFAULT_IDLE_MINUTES) * 60_000,
    adapters: debug.adapters ?? {},
  };
}
