import type { EditorTheme, MarkdownTheme, SelectListTheme, SettingsListTheme } from "@tau/tui";
import type { Theme } from "../../../core/themes/index.ts";

/** The looks of the terminal library's components, in the colours of the theme that is in use when they draw. */
export function markdownTheme(theme: () => Theme): MarkdownTheme {
  return {
    heading: (text) => theme().fg("mdHeading", text),
    link: (text) => theme().fg("mdLink", text),
    linkUrl: (text) => theme().fg("mdLinkUrl", text),
    code: (text) => theme().fg("mdCode", text),
    codeBlock: (text) => theme().fg("mdCodeBlock", text),
    codeBlockBorder: (text) => theme().fg("mdCodeBlockBorder", text),
    quote: (text) => theme().fg("mdQuote", text),
    quoteBorder: (text) => theme().fg("mdQuoteBorder", text),
    hr: (text) => theme().fg("mdHr", text),
    listBullet: (text) => theme().fg("mdListBullet", text),
    bold: (text) => theme().bold(text),
    italic: (text) => theme().italic(text),
    strikethrough: (text) => theme().strikethrough(text),
    underline: (text) => theme().underline(text),
  };
}

export function selectListTheme(theme: () => Theme): SelectListTheme {
  return {
    selectedPrefix: (text) => theme().fg("accent", text),
    selectedText: (text) => theme().fg("accent", text),
    description: (text) => theme().fg("muted", text),
    scrollInfo: (text) => theme().fg("dim", text),
    noMatch: (text) => theme().fg("warning", text),
  };
}

export function settingsListTheme(theme: () => Theme): SettingsListTheme {
  return {
    label: (text, selected) => (selected ? theme().fg("accent", text) : text),
    value: (text, selected) => theme().fg(selected ? "accent" : "muted", text),
    description: (text) => theme().fg("dim", text),
    cursor: "→ ",
    hint: (text) => theme().fg("dim", text),
  };
}

export function editorTheme(theme: () => Theme): EditorTheme {
  return { borderColor: (text) => theme().fg("borderMuted", text), selectList: selectListTheme(theme) };
}
