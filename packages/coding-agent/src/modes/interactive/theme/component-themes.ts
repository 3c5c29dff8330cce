import type {
  EditorTheme,
  MarkdownTheme,
  QuestionFormTheme,
  RowListTheme,
  SelectListTheme,
  SettingsListTheme,
  TabsTheme,
  ViewportTheme,
} from "@tau/tui";
import type { Theme } from "../../../core/themes/index.ts";

/** Returns the look of the terminal library's Markdown, in the colours of the theme that is current when it is drawn. */
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
  return {
    borderColor: (text) => theme().fg("borderMuted", text),
    selectList: selectListTheme(theme),
    chip: (text) => theme().fg("accent", text),
  };
}

export function tabsTheme(theme: () => Theme): TabsTheme {
  return {
    active: (text) => theme().fg("accent", theme().bold(text)),
    inactive: (text) => theme().fg("muted", text),
  };
}

export function viewportTheme(theme: () => Theme): ViewportTheme {
  return { thumb: (text) => theme().fg("accent", text), track: (text) => theme().fg("dim", text) };
}

export function rowListTheme(theme: () => Theme): RowListTheme {
  return {
    selected: (text) => theme().fg("accent", text),
    header: (text) => theme().bold(text),
    guide: (text) => theme().fg("dim", text),
    cell: (text) => theme().fg("muted", text),
    scrollInfo: (text) => theme().fg("dim", text),
  };
}

export function questionFormTheme(theme: () => Theme): QuestionFormTheme {
  return {
    question: (text) => theme().bold(text),
    selected: (text) => theme().fg("accent", text),
    description: (text) => theme().fg("muted", text),
    checked: (text) => theme().fg("success", text),
    scrollInfo: (text) => theme().fg("dim", text),
    tabs: tabsTheme(theme),
  };
}
