import type { Session } from "../../session/session.ts";
import type { Extension } from "../contract/index.ts";
import type { ExtensionManifest } from "../extension/extension-manifest.ts";
import type { SessionExtensions } from "../session/session-extensions.ts";
import type { Battery } from "./battery.ts";
import type { BatteryRefusal } from "./battery-set.ts";

/** An extension as it is listed for the user. */
export interface DescribedExtension {
  /** The name of a battery, or the path of a file. */
  readonly name: string;
  readonly isBuiltIn: boolean;
  /** Absent if the extension is on. */
  readonly whyOff?: string;
  readonly description: string;
  /** For example `tools calc` or `commands /todo, /plan`. */
  readonly adds: readonly string[];
  /** The approximate number of tokens its tools cost in each request. */
  readonly tokens: number;
}

/** Lists every extension of a session, on or off, batteries first. Loads no extension code. */
export async function describeExtensions(
  session: Pick<Session, "extensions" | "tools">,
): Promise<DescribedExtension[]> {
  const { extensions } = session;
  if (!extensions) return [];
  const others = (extensions.host?.extensions ?? []).filter(({ sourceInfo }) => sourceInfo.source !== "builtin");
  const failed = (extensions.host?.errors ?? []).map(({ path, error }) => ({
    name: path,
    isBuiltIn: path.startsWith("builtin:"),
    whyOff: error,
    description: "",
    adds: [],
    tokens: 0,
  }));
  return [
    ...(await describeBatteries(extensions, session)),
    ...others.map((each) => describeOther(each, session)),
    ...failed,
  ];
}

async function describeBatteries(
  { batteries, host }: SessionExtensions,
  session: Pick<Session, "tools">,
): Promise<DescribedExtension[]> {
  const manifests = (await batteries?.allManifests()) ?? [];
  return (batteries?.all ?? []).map((battery) => {
    const manifest = manifests.find(({ name }) => name === battery.name);
    const reason = batteries?.whyOff(battery);
    const whyOff = reason
      ? describeReason(reason, battery)
      : host?.generation.whySwitchedOff(`builtin:${battery.name}`);
    const tools = (manifest?.tools ?? []).map(({ name }) => name);
    return {
      name: battery.name,
      isBuiltIn: true,
      ...(whyOff === undefined ? {} : { whyOff }),
      description: manifest?.description ?? "",
      adds: manifest ? partsOf(manifest) : [],
      tokens: whyOff === undefined ? tokensOf(tools, session) : 0,
    };
  });
}

/** Returns a sentence for the user on why a battery is off. */
export function describeReason(reason: string, { name, modes = [] }: Battery): string {
  const texts: Readonly<Record<BatteryRefusal, string>> = {
    "off:user": "switched off in the user's settings",
    "off:project": "switched off in the project's settings",
    "off:opt-in": `it is optional: tau config enable ${name} switches it on`,
    "off:mode": `it works in ${modes.join(", ")} mode only`,
    "off:no-extensions": "--no-extensions",
    "off:no-mcp": "--no-mcp",
    "off:not-asked": "the program did not ask for it",
  };
  return Object.hasOwn(texts, reason) ? texts[reason as BatteryRefusal] : reason;
}

function describeOther(extension: Extension, session: Pick<Session, "tools">): DescribedExtension {
  const tools = [...extension.tools.keys()];
  return {
    name: extension.path,
    isBuiltIn: false,
    description: "",
    adds: listed({
      tools,
      commands: [...extension.commands.keys()].map(slashed),
      flags: [...extension.flags.keys()].map(dashed),
      keys: [...extension.shortcuts.keys()],
      events: [...extension.handlers].flatMap(([event, handlers]) => (handlers.length > 0 ? [event] : [])),
    }),
    tokens: tokensOf(tools, session),
  };
}

/** Lists the tools, commands, flags, settings and events that a manifest declares. */
export function partsOf({
  tools = [],
  commands = {},
  flags = {},
  settings = {},
  events = [],
}: ExtensionManifest): string[] {
  return listed({
    tools: tools.map(({ name }) => name),
    commands: Object.keys(commands).map(slashed),
    flags: Object.keys(flags).map(dashed),
    settings: Object.keys(settings),
    events,
  });
}

function listed(parts: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(parts).flatMap(([what, names]) => (names.length > 0 ? [`${what} ${names.join(", ")}`] : []));
}

const slashed = (name: string) => `/${name}`;
const dashed = (name: string) => `--${name}`;

/** Estimates the tokens of the declared tools at four characters per token. Tools that are not declared cost nothing. */
function tokensOf(names: readonly string[], { tools }: Pick<Session, "tools">): number {
  const declared = tools.declaredTools().filter(({ tool }) => names.includes(tool.name));
  const characters = declared.map(
    ({ tool: { name, description, parameters }, snippet = "", guidelines = [] }) =>
      JSON.stringify({ name, description, parameters }).length + snippet.length + guidelines.join("\n").length,
  );
  return Math.ceil(characters.reduce((sum, length) => sum + length, 0) / 4);
}
