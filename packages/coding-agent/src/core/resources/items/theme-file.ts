import { isFolder, listFiles } from "@tau/agent/node";
import { type FileSchema, isObject, lineOf, loadJsonText, readFile } from "../../json-file/index.ts";
import { resolveThemeColor } from "../../themes/resolve-color.ts";
import type { ThemeColorValue, ThemeJson } from "../../themes/theme-json.ts";
import { OPTIONAL_BACKGROUND_TOKENS, OPTIONAL_TOKENS, REQUIRED_TOKENS } from "../../themes/theme-token.ts";
import { joinItems, type LoadedItems } from "../discovery/index.ts";
import type { ResourceDiagnostic, SourceInfo } from "../source-info.ts";
import type { DescribeSource } from "./skill.ts";

/** A validated theme file. Its colours are resolved when it is used. */
export interface ThemeFile {
  readonly name: string;
  readonly theme: ThemeJson;
  readonly filePath: string;
  readonly sourceInfo: SourceInfo;
}

/** Reads one theme. Problems are reported with their line, and an invalid theme is not loaded. */
export function loadTheme(path: string, describe: DescribeSource): LoadedItems<ThemeFile> {
  const { text, diagnostics } = readFile(path);
  if (text === undefined) return { items: [], diagnostics: [...diagnostics] };
  const loaded = loadJsonText(path, text, themeSchema);
  const theme = loaded.value as unknown as ThemeJson;
  const problems = loaded.diagnostics.length > 0 ? [] : problemsOf(loaded.value);
  const found: ResourceDiagnostic[] = problems.map(({ at, message }) => {
    const line = lineOf(text, at);
    return { type: "error", path, ...(line ? { line } : {}), message };
  });
  if (loaded.diagnostics.length + found.length > 0)
    return { items: [], diagnostics: [...loaded.diagnostics, ...found] };
  return { items: [{ name: theme.name, theme, filePath: path, sourceInfo: describe(path) }] };
}

interface Problem {
  readonly at: readonly string[];
  readonly message: string;
}

function problemsOf(theme: Record<string, unknown>): Problem[] {
  const name = String(theme.name);
  const colors = theme.colors as Record<string, ThemeColorValue>;
  const vars = (theme.vars ?? {}) as Record<string, ThemeColorValue>;
  const missing = REQUIRED_TOKENS.filter((color) => !Object.hasOwn(colors, color));
  return [
    ...(name.includes("/") || name === "system" ? [{ at: ["name"], message: `"${name}" is no name for a theme` }] : []),
    ...unknownKeys(theme, [], ["$schema", "name", "appearance", "vars", "colors", "export"]),
    ...unknownKeys(colors, ["colors"], KNOWN_TOKENS),
    ...unknownKeys(theme.export, ["export"], ["pageBg", "cardBg", "infoBg"]),
    ...(missing.length > 0 ? [{ at: ["colors"], message: `lacks ${countOf(missing)}` }] : []),
    ...unresolved(vars, ["vars"], vars),
    ...unresolved(colors, ["colors"], vars),
    ...unresolved((theme.export ?? {}) as typeof colors, ["export"], vars),
  ];
}

function unknownKeys(value: unknown, at: readonly string[], known: readonly string[]): Problem[] {
  const unknown = isObject(value) ? Object.keys(value).filter((key) => !known.includes(key)) : [];
  return unknown.map((key) => ({ at: [...at, key], message: `"${[...at, key].join(".")}" is not part of a theme` }));
}

function unresolved(
  values: Readonly<Record<string, ThemeColorValue>>,
  at: readonly string[],
  vars: Readonly<Record<string, ThemeColorValue>>,
): Problem[] {
  return Object.entries(values).flatMap(([key, value]) =>
    resolveThemeColor(value, vars) === undefined
      ? [{ at: [...at, key], message: `"${value}" is neither a colour nor a variable that leads to one` }]
      : [],
  );
}

const KNOWN_TOKENS: readonly string[] = [
  ...REQUIRED_TOKENS,
  ...Object.keys(OPTIONAL_TOKENS),
  ...Object.keys(OPTIONAL_BACKGROUND_TOKENS),
];

const color: FileSchema = {
  anyOf: [{ type: "string" }, { type: "integer", minimum: 0, maximum: 255 }],
  title: "a colour",
};

/** Schema of `theme.json`. */
export const themeSchema: FileSchema = {
  type: "object",
  properties: {
    $schema: { type: "string" },
    name: { type: "string" },
    appearance: { enum: ["dark", "light"] },
    vars: { type: "object", additionalProperties: color },
    colors: { type: "object", additionalProperties: color },
    export: { type: "object", additionalProperties: color },
  },
  required: ["name", "colors"],
};

const FEW = 6;

function countOf(names: readonly string[]): string {
  if (names.length <= FEW) return `the colours ${names.join(", ")}`;
  return `${names.length} colours: ${names.slice(0, FEW).join(", ")} and more`;
}

export function loadThemesAt(path: string, describe: DescribeSource): LoadedItems<ThemeFile> {
  const files = isFolder(path) ? listFiles(path, [".json"]) : path.endsWith(".json") ? [path] : [];
  return joinItems(files.map((file) => loadTheme(file, describe)));
}
