import type {
  DiffTheme,
  EditorTheme,
  MarkdownTheme,
  ProgressBarTheme,
  ProgressRowsTheme,
  QuestionFormTheme,
  RowListTheme,
  SelectListTheme,
  SettingsListTheme,
  TableTheme,
  TabsTheme,
  TreeTheme,
  ViewportTheme,
} from "../src/index.ts";

const style = (on: string, off: string) => (text: string) => `\x1b[${on}m${text}\x1b[${off}m`;

export const bold = style("1", "22");
export const dim = style("2", "22");
export const cyan = style("36", "39");
export const panel = style("48;5;236", "49");
const italic = style("3", "23");
const underline = style("4", "24");
const strike = style("9", "29");
const inverse = style("7", "27");
const green = style("32", "39");
const red = style("31", "39");
const yellow = style("33", "39");
const grey = style("90", "39");

export const markdownTheme: MarkdownTheme = {
  heading: yellow,
  link: cyan,
  linkUrl: grey,
  code: green,
  codeBlock: green,
  codeBlockBorder: grey,
  quote: grey,
  quoteBorder: grey,
  hr: grey,
  listBullet: cyan,
  bold,
  italic,
  strikethrough: strike,
  underline,
};

export const selectListTheme: SelectListTheme = {
  selectedPrefix: cyan,
  selectedText: cyan,
  description: grey,
  scrollInfo: grey,
  noMatch: yellow,
};

export const settingsListTheme: SettingsListTheme = {
  label: (text, selected) => (selected ? bold(text) : text),
  value: (text, selected) => (selected ? cyan(text) : grey(text)),
  description: grey,
  cursor: cyan("→ "),
  hint: grey,
};

export const editorTheme: EditorTheme = { borderColor: grey, selectList: selectListTheme };
export const diffTheme: DiffTheme = {
  added: green,
  removed: red,
  same: (text) => text,
  lineNumber: grey,
  changed: inverse,
};
export const treeTheme: TreeTheme = { selected: cyan, guide: grey, scrollInfo: grey };
export const tabsTheme: TabsTheme = { active: (text) => bold(cyan(text)), inactive: grey };
export const tableTheme: TableTheme = { header: bold, border: grey };
export const progressBarTheme: ProgressBarTheme = { filled: cyan, empty: panel, label: (text) => text };
export const viewportTheme: ViewportTheme = { thumb: cyan, track: grey };
export const progressRowsTheme: ProgressRowsTheme = {
  text: (text) => text,
  filled: cyan,
  empty: grey,
  figures: grey,
  formatElapsed: (milliseconds) => `${Math.floor(milliseconds / 1000)} s`,
};
export const rowListTheme: RowListTheme = {
  selected: cyan,
  header: bold,
  guide: grey,
  cell: grey,
  scrollInfo: grey,
};
export const questionFormTheme: QuestionFormTheme = {
  question: bold,
  selected: cyan,
  description: grey,
  checked: green,
  scrollInfo: grey,
  tabs: tabsTheme,
};
