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

/** The declaration of a tool without its code: everything that the model and the system prompt need. */
export type ToolManifest = Omit<ToolDefinition, "execute" | "renderCall" | "renderResult" | "parameters"> & {
  /** JSON Schema, written out: building it with a library would load that library at every start. */
  readonly parameters: object;
  /**
   * `direct`: declared in every request, so it must be pure data. `found`: declared once a search has returned it. Default: `found`, except
   * for the few tools in `DIRECT_TOOLS`.
   */
  readonly loadout?: ToolLoading;
  /** The code gives another description once it is loaded, such as one with names it has found. It costs the prompt cache once. */
  readonly isDescribedByCode?: boolean;
};

/** The battery tools that are declared in every request by default, because most work needs them. */
const DIRECT_TOOLS: ReadonlySet<string> = new Set(["ask", "task", "todo", "tool_search", "web_search"]);

/** Returns the tool with its loadout. The default is `found`, which keeps requests small. */
export function withLoadout(tool: ToolManifest): ToolManifest {
  return { ...tool, loadout: tool.loadout ?? (DIRECT_TOOLS.has(tool.name) ? "direct" : "found") };
}

export interface CommandManifest {
  readonly description?: string;
  /** Completions for the argument. If absent, the code is loaded and asked. */
  readonly words?: readonly string[];
  /** The command works with the files of this machine: it is refused in a session whose workspace is on another one. */
  readonly localFiles?: true;
}

export interface InputPrefixManifest {
  readonly label: string;
  readonly service: string;
  readonly setting?: string;
}

export interface ModeManifest extends Omit<ExtensionModeDefinition, "run"> {
  /** The mode is a server whose clients open the sessions. */
  readonly isServer?: true;
}

/** The requirements for a battery to be on. In a list, one match is enough. */
export interface BatteryCondition {
  /** The path of a setting that must be set: neither false, nor empty, nor "off". */
  readonly setting?: string;
  /** A program on PATH. */
  readonly program?: string | readonly string[];
  /** A file in the session's folder. */
  readonly file?: string | readonly string[];
  /** A part of a git remote's URL, such as `github.com`. */
  readonly remote?: string | readonly string[];
  /** A configuration file that may name MCP servers, in the format of any supported program, must exist. */
  readonly mcpServers?: true;
  /** A settings file of Tau or Claude Code that may define hooks must exist. */
  readonly hooks?: true;
  /** A file that may name ssh hosts must exist. */
  readonly sshHosts?: true;
  /** A rule file, in the format of any supported program, must exist. */
  readonly rules?: true;
  /** A place where agents are described must exist. */
  readonly agents?: true;
  /** Providers, one of which must have credentials. */
  readonly credentials?: string | readonly string[];
  /** Environment variables, one of which must be set. */
  readonly variable?: string | readonly string[];
  /** Conditions, one of which must hold. */
  readonly any?: readonly BatteryCondition[];
  /** How the user meets the condition, such as `tau memory on switches it on`. Said where a command of the battery is typed in vain. */
  readonly remedy?: string;
}

/**
 * The description of a bundled extension without its code. The code is loaded at the first call of one of its tools or commands, or at the
 * first event that it listens to.
 */
export interface ExtensionManifest {
  /** The name of the extension's folder. */
  readonly name: string;
  readonly description: string;
  /** The modes in which the battery is useful. Default: every mode. */
  readonly modes?: readonly ExtensionMode[];
  /** Off until the user enables the battery. */
  readonly optIn?: true;
  /** All of these conditions must hold for the battery to be on. They are checked without loading code. */
  readonly when?: BatteryCondition;
  readonly tools?: readonly ToolManifest[];
  readonly commands?: Readonly<Record<string, CommandManifest>>;
  readonly flags?: Readonly<Record<string, FlagOptions>>;
  /** Shortcuts by their name in keybindings.json, such as `ext.todo.toggle`. */
  readonly keys?: Readonly<Record<string, { readonly key: KeyId; readonly description?: string }>>;
  /** Adds the shell command `tau <name of the battery> …`. */
  readonly subcommand?: Omit<ExtensionSubcommand, "run">;
  /** Adds `--mode <name of the battery>`. */
  readonly mode?: ModeManifest;
  /** The settings that the battery reads: the key in settings.json and its schema. */
  readonly settings?: Readonly<Record<string, FileSchema>>;
  /**
   * Lines that begin with one of these go to a service of the battery (an `InputPrefixService`), whose first use loads the code. `setting`
   * is the path of a setting that switches the prefix off if it is `false`.
   */
  readonly inputPrefixes?: Readonly<Record<string, InputPrefixManifest>>;
  readonly events?: readonly ExtensionEventName[];
  /** The battery receives `events` only while this condition holds. Checked at each event, without loading code. */
  readonly eventsWhen?: BatteryCondition;
  /** The services that the battery provides: using one loads the code. */
  readonly services?: readonly string[];
  /** The URL schemes that the battery registers with `pi.urls`: reading such a URL loads the code. */
  readonly schemes?: readonly string[];
  /** Those of `schemes` whose URLs are completed in the editor: typing such a URL loads the code. */
  readonly completedSchemes?: readonly string[];
  /**
   * Events that the battery receives only once extensions have been loaded anyway, as happens at a terminal after the screen appears. They
   * do not cause extensions to load.
   */
  readonly lateEvents?: readonly ExtensionEventName[];
  /** Returns whether the battery is interested in this event. Called before the code is loaded, so that other events load nothing. */
  readonly wants?: (event: ExtensionEvent, ctx: ExtensionContext) => boolean;
  /** The tool calls, messages and entries that the battery renders itself. Its code is loaded for them after the screen has appeared. */
  readonly draws?: LateDrawings["names"];
  /** Files of its folder, or of its packages, that `pi.assets` provides: workers (`.ts`), WebAssembly, data. */
  readonly assets?: readonly string[];
  /** The packages that the code requests from `pi.packages`, for `tau setup`. */
  readonly packages?: readonly PackageNeed[];
  /** Time limit for loading the code, in milliseconds. Default: half a minute. */
  readonly loadLimitMs?: number;
  /** Returns the manifest for a program that sets options in place of settings. */
  withOptions?(options: object): ExtensionManifest;
  load(): Promise<{ readonly default: ExtensionFactory }>;
}
