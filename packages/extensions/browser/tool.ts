import type { ToolEffects, ToolManifest } from "@tau/coding-agent";
import { DESCRIPTION, SNIPPET } from "./description.ts";

export const WAITS = ["load", "domcontentloaded", "networkidle0", "networkidle2"] as const;

export interface AppOptions {
  readonly path?: string;
  readonly cdp_url?: string;
  readonly args?: readonly string[];
  readonly target?: string;
}

export interface BrowserParams {
  readonly action: "open" | "close" | "run";
  readonly name?: string;
  readonly timeout?: number;
  readonly url?: string;
  readonly viewport?: { readonly width: number; readonly height: number; readonly scale?: number };
  readonly wait_until?: (typeof WAITS)[number];
  readonly dialogs?: "accept" | "dismiss";
  readonly app?: AppOptions;
  readonly code?: string;
  readonly all?: boolean;
  readonly kill?: boolean;
}

const string = { type: "string" } as const;

/** The tool definition for the model. */
export const browser = {
  name: "browser",
  label: "Browser",
  description: DESCRIPTION,
  promptSnippet: SNIPPET,
  loadout: "found",
  executionMode: "sequential",
  parameters: {
    type: "object",
    properties: {
      action: { enum: ["open", "close", "run"] },
      name: { ...string, description: 'The tab, "main" if absent' },
      timeout: { type: "number", description: "Seconds, 1 to 30 (default 30)" },
      url: string,
      viewport: {
        type: "object",
        properties: {
          width: { type: "integer", minimum: 1, maximum: 8192 },
          height: { type: "integer", minimum: 1, maximum: 8192 },
          scale: { type: "number", minimum: 0.1, maximum: 5 },
        },
        required: ["width", "height"],
      },
      wait_until: { enum: [...WAITS], description: "Default networkidle2" },
      dialogs: { enum: ["accept", "dismiss"], description: "What becomes of alerts and questions (default dismiss)" },
      app: {
        type: "object",
        properties: { path: string, cdp_url: string, args: { type: "array", items: string }, target: string },
      },
      code: string,
      all: { type: "boolean" },
      kill: { type: "boolean" },
    },
    required: ["action"],
  },
  annotations: { readOnlyHint: false, openWorldHint: true },
  describe: (args) => describeEffects(args as BrowserParams),
} satisfies ToolManifest;

/**
 * Returns the effects that the arguments tell. Which hosts a script reaches shows only while it runs: `run` asks about each of them
 * itself.
 */
function describeEffects({ action, url, app }: BrowserParams): ToolEffects {
  if (action !== "open") return { effect: "read" };
  if (app?.path !== undefined)
    return { effect: "execute", command: [app.path, ...(app.args ?? [])].map(quoted).join(" ") };
  const address = app?.cdp_url ?? url;
  if (address === undefined) return { effect: "read" };
  // An address without a scheme is one of the web too.
  const target = URL.parse(address) ?? URL.parse(`https://${address}`);
  // A page that the model has written can send what it holds to any host.
  if (target?.protocol === "data:") return { effect: "network" };
  return target && target.hostname !== "" ? { effect: "network", host: target.hostname } : { effect: "read" };
}

/** Quotes a word for the shell, because rules about commands read it so. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
