import {
  findManifests,
  OWN_BATTERIES,
} from "../../packages/coding-agent/src/core/extensions/batteries/find-manifests.ts";
import type {
  BatteryCondition,
  ExtensionManifest,
  ToolManifest,
} from "../../packages/coding-agent/src/core/extensions/extension/extension-manifest.ts";
import { code, markdownTable } from "./markdown-table.ts";

/** Returns the tables of what each battery adds, when it is on, and what it costs. */
export async function batteryTables(): Promise<string> {
  const manifests = (await findManifests([OWN_BATTERIES])).map(({ manifest }) => manifest);
  return [overview(manifests), ...manifests.map(settingsOf).filter((part) => part !== "")].join("\n\n");
}

function overview(manifests: readonly ExtensionManifest[]): string {
  return markdownTable(
    ["battery", "what it does", "tools", "commands", "on", "in each request"],
    manifests.map((manifest) => [
      code(manifest.name),
      manifest.description,
      (manifest.tools ?? []).map(({ name }) => code(name)).join(", "),
      Object.keys(manifest.commands ?? {})
        .map((name) => code(`/${name}`))
        .join(", "),
      whenOn(manifest),
      costOf(manifest.tools ?? []),
    ]),
  );
}

function whenOn({ optIn, when, modes }: ExtensionManifest): string {
  if (optIn) return "once you enable it";
  const conditions = conditionTexts(when ?? {});
  const places = modes ? [`in ${modes.join(" and ")} mode`] : [];
  return [...conditions, ...places].join(", ") || "always";
}

function conditionTexts({ any = [], remedy: _, ...all }: BatteryCondition): string[] {
  const texts = Object.entries(all).map(([kind, value]) => conditionText(kind as keyof typeof all, value));
  const either = any.map((each) => conditionTexts(each).join(", ")).join(", or ");
  return either === "" ? texts : [...texts, either];
}

function conditionText(
  kind: keyof Omit<BatteryCondition, "any" | "remedy">,
  value: true | string | readonly string[],
): string {
  const names = value === true ? [] : [value].flat();
  const shown = names.slice(0, 3).map(code).join(", ") + (names.length > 3 ? ", …" : "");
  const kinds: Readonly<Record<typeof kind, string>> = {
    setting: "with the setting",
    program: "with the program",
    file: "with a file such as",
    remote: "with a git remote at",
    credentials: "with credentials for",
    variable: "with the variable",
    hooks: "where a hook is configured",
    rules: "where there are rules",
    agents: "where agents are described",
    mcpServers: "where an MCP server is configured",
    sshHosts: "where an ssh host is configured",
  };
  return `${kinds[kind]} ${shown}`.trimEnd();
}

/** Estimates the tokens at four characters each. A tool that is found by search costs nothing until then. */
function costOf(tools: readonly ToolManifest[]): string {
  const direct = tools.filter(({ loadout = "direct" }) => loadout === "direct");
  if (direct.length === 0) return "nothing";
  const characters = direct.map(
    ({ name, description, parameters }) => JSON.stringify({ name, description, parameters }).length,
  );
  return `about ${Math.round(characters.reduce((sum, length) => sum + length, 0) / 4)} tokens`;
}

function settingsOf({ name, settings = {} }: ExtensionManifest): string {
  const rows = Object.entries(settings).flatMap(([key, schema]) => {
    const properties = Object.entries(schema.properties ?? {});
    const entries =
      properties.length > 0
        ? properties.map(([part, own]) => [`${key}.${part}`, own] as const)
        : [[key, schema] as const];
    return entries.map(([path, own]) => [
      code(path),
      own.description ?? "",
      own.default === undefined ? "" : code(JSON.stringify(own.default)),
    ]);
  });
  if (rows.length === 0) return "";
  return `**Settings of ${name}**\n\n${markdownTable(["setting", "meaning", "default"], rows)}`;
}
