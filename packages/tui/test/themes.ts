import type { EditorTheme, MarkdownTheme, SelectListTheme } from "../src/index.ts";

const sgr = (on: string, off: string) => (text: string) => `\x1b[${on}m${text}\x1b[${off}m`;

/** Distinct codes for every element, so that a test sees which one styled what. */
export const markdownTheme: MarkdownTheme = {
  heading: sgr("33", "39"),
  link: sgr("34", "39"),
  linkUrl: sgr("90", "39"),
  code: sgr("36", "39"),
  codeBlock: sgr("32", "39"),
  codeBlockBorder: sgr("90", "39"),
  quote: sgr("35", "39"),
  quoteBorder: sgr("90", "39"),
  hr: sgr("90", "39"),
  listBullet: sgr("36", "39"),
  bold: sgr("1", "22"),
  italic: sgr("3", "23"),
  strikethrough: sgr("9", "29"),
  underline: sgr("4", "24"),
};

export const selectListTheme: SelectListTheme = {
  selectedPrefix: sgr("36", "39"),
  selectedText: sgr("36", "39"),
  description: sgr("90", "39"),
  scrollInfo: sgr("90", "39"),
  noMatch: sgr("33", "39"),
};

export const editorTheme: EditorTheme = { borderColor: sgr("90", "39"), selectList: selectListTheme };

const plain = (text: string) => text;

export const plainMarkdownTheme: MarkdownTheme = {
  heading: plain,
  link: plain,
  linkUrl: plain,
  code: plain,
  codeBlock: plain,
  codeBlockBorder: plain,
  quote: plain,
  quoteBorder: plain,
  hr: plain,
  listBullet: plain,
  bold: plain,
  italic: plain,
  strikethrough: plain,
  underline: plain,
};
