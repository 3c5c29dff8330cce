import type { KeyId } from "@tau/tui";
import type { FileSchema } from "../../json-file/index.ts";
import type { PackageNeed } from "../../packages/package-on-demand.ts";
import type {
  ExtensionContext,
  ExtensionEvent,
  ExtensionEventName,
  ExtensionFactory,
  ExtensionMode,
  ExtensionModeDefinition,
  ExtensionSubcommand,
  FlagOptions,
  LateDrawings,
  ToolDefinition,
  ToolLoading,
} from "../contract/index.ts";

/** A tool before its code is there: all that the model and the prompt need. */
export type ToolManifest = Omit<ToolDefinition, "execute" | "renderCall" | "renderResult" | "parameters"> & {
  /** JSON Schema, written out: building one would load a library at every start. */
  readonly parameters: object;
  /**
   * `direct`: every request declares it, so it must be data alone. `found` (default, unless it is one of the few direct ones): it is
   * declared once a search has returned it.
   */
  readonly loadout?: ToolLoading;
};

/** Batteries may declare these in every request: short forms of what most work needs. */
const DIRECT_TOOLS: ReadonlySet<string> = new Set(["ask", "task", "todo", "tool_search", "web_search"]);

/** The tool with its loadout: requests stay small unless a manifest says that a tool is worth its place in each. */
export function withLoadout(tool: ToolManifest): ToolManifest {
  return { ...tool, loadout: tool.loadout ?? (DIRECT_TOOLS.has(tool.name) ? "direct" : "found") };
}

export interface CommandManifest {
  readonly description?: string;
  /** Words to complete behind the name. Absent: the code is asked. */
  readonly words?: readonly string[];
}

/** What must be there for a battery to be on. Of a list, one is enough. */
export interface BatteryCondition {
  /** The path of a setting that must be set: neither false, nor empty, nor "off". */
  readonly setting?: string;
  /** On PATH. */
  readonly program?: string | readonly string[];
  /** In the folder of the session. */
  readonly file?: string | readonly string[];
  /** A part of the address of a git remote, such as `github.com`. */
  readonly remote?: string | readonly string[];
  /** There is a file of any program that may name MCP servers. */
  readonly mcpServers?: true;
  /** Providers. */
  readonly credentials?: string | readonly string[];
}

/**
 * What a bundled extension is, without its code. The code is loaded at the first call of one of its tools or commands, or at the first
 * of the events it listens to; until then it costs these few bytes.
 */
export interface ExtensionManifest {
  /** The name of its folder. */
  readonly name: string;
  readonly description: string;
  /** Where it has something to do. Default: in every mode. */
  readonly modes?: readonly ExtensionMode[];
  /** Off until the user switches it on. */
  readonly optIn?: true;
  /** All of this must hold, or it is off. Checked without loading code. */
  readonly when?: BatteryCondition;
  readonly tools?: readonly ToolManifest[];
  readonly commands?: Readonly<Record<string, CommandManifest>>;
  readonly flags?: Readonly<Record<string, FlagOptions>>;
  /** Keys by the name that keybindings.json has for them, such as `ext.todo.toggle`. */
  readonly keys?: Readonly<Record<string, { readonly key: KeyId; readonly description?: string }>>;
  /** It is a command of the shell: `tau <name of the battery> …`. */
  readonly subcommand?: Omit<ExtensionSubcommand, "run">;
  /** It is a mode: `--mode <name of the battery>`. */
  readonly mode?: Omit<ExtensionModeDefinition, "run">;
  /** The settings it reads, by the key in settings.json, with their schema. */
  readonly settings?: Readonly<Record<string, FileSchema>>;
  readonly events?: readonly ExtensionEventName[];
  /** The services it provides: asking for one loads the code. */
  readonly services?: readonly string[];
  /** Events that it hears while extensions are awake, as they are at a terminal once the screen is there; they wake none for it. */
  readonly lateEvents?: readonly ExtensionEventName[];
  /** Is this event of interest? Asked before the code is loaded, so that one that is not loads nothing. */
  readonly wants?: (event: ExtensionEvent, ctx: ExtensionContext) => boolean;
  /** Calls, messages and entries of a session that it draws itself: its code is loaded for them, once the screen is there. */
  readonly draws?: LateDrawings["names"];
  /** Files of its folder that `pi.assets` gives: workers (`.ts`), WebAssembly, data. */
  readonly assets?: readonly string[];
  /** What its code asks of `pi.packages`, for `tau setup`. */
  readonly packages?: readonly PackageNeed[];
  /** How long its code may take to load. Default: half a minute. */
  readonly loadLimitMs?: number;
  load(): Promise<{ readonly default: ExtensionFactory }>;
}
