import { type MarkdownTheme, Text } from "@tau/tui";
import { findBuiltInTheme, Theme, type ThemeJson } from "../core/themes/index.ts";
import { copyText } from "../modes/interactive/editing/copy-text.ts";
import {
  getMarkdownTheme as colorsOfMarkdown,
  currentTheme,
  setCurrentTheme,
} from "../modes/interactive/parts/current-theme.ts";
import { Highlighter, languageNamed, languageOfPath } from "../modes/interactive/renderers/highlight/index.ts";

/** Formats a literal key and what it does, for a line of hints. */
export function rawKeyHint(key: string, description: string): string {
  const theme = currentTheme();
  return theme.fg("dim", key) + theme.fg("muted", ` ${description}`);
}

export function getLanguageFromPath(filePath: string): string | undefined {
  return languageOfPath(filePath);
}

let highlighter: Highlighter | undefined;

/** Highlights code with the theme's colours and returns its lines. They are plain until the grammar is loaded. */
export function highlightCode(code: string, lang?: string): string[] {
  highlighter ??= new Highlighter(currentTheme);
  const language = lang === undefined ? undefined : languageNamed(lang);
  const request = { language, plain: "mdCodeBlock", pace: "at once", onReady: () => undefined } as const;
  return highlighter.paint(code.split("\n"), request);
}

/** Returns the theme's colours for Markdown, including code. */
export function getMarkdownTheme(): MarkdownTheme {
  return { ...colorsOfMarkdown(), highlightCode };
}

/** Sets the theme of components for programs that draw without Tau's screen. */
export function initTheme(themeName = "dark"): void {
  const json = findBuiltInTheme(themeName) ?? (findBuiltInTheme("dark") as ThemeJson);
  const theme = Theme.of(json, "truecolor");
  setCurrentTheme(() => theme);
}

export async function copyToClipboard(text: string): Promise<void> {
  await copyText(text, process.stdout);
}

export interface RenderDiffOptions {
  readonly filePath?: string;
}

/** Colours a diff as the edit tool returns it. */
export function renderDiff(diffText: string, _options: RenderDiffOptions = {}): string {
  const theme = currentTheme();
  const paint = (line: string) => {
    if (line.startsWith("+")) return theme.fg("toolDiffAdded", line);
    return theme.fg(line.startsWith("-") ? "toolDiffRemoved" : "toolDiffContext", line);
  };
  return diffText.split("\n").map(paint).join("\n");
}

export interface VisualTruncateResult {
  visualLines: string[];
  skippedCount: number;
}

/** Wraps text at a width and cuts it to a number of screen lines. */
export function truncateToVisualLines(
  text: string,
  maxVisualLines: number,
  width: number,
  paddingX = 0,
  keep: "start" | "end" = "end",
): VisualTruncateResult {
  if (text === "") return { visualLines: [], skippedCount: 0 };
  const lines = new Text(text, paddingX, 0).render(width);
  const skippedCount = Math.max(0, lines.length - maxVisualLines);
  const visualLines = keep === "start" ? lines.slice(0, maxVisualLines) : lines.slice(skippedCount);
  return { visualLines, skippedCount };
}
