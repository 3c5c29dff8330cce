import {
  Box,
  CancellableLoader,
  type Component,
  Container,
  Diff,
  Editor,
  Image,
  Input,
  Loader,
  Markdown,
  ProgressBar,
  ProgressRows,
  parseUnifiedDiff,
  QuestionForm,
  RowList,
  SelectList,
  SettingsList,
  Spacer,
  Table,
  Tabs,
  Text,
  Tree,
  TruncatedText,
  type TUI,
  Viewport,
} from "../src/index.ts";
import * as samples from "./samples.ts";
import {
  bold,
  cyan,
  diffTheme,
  dim,
  editorTheme,
  markdownTheme,
  panel,
  progressBarTheme,
  progressRowsTheme,
  questionFormTheme,
  rowListTheme,
  selectListTheme,
  settingsListTheme,
  tableTheme,
  tabsTheme,
  treeTheme,
  viewportTheme,
} from "./theme.ts";

/** One component with something to show. */
export interface Exhibit {
  readonly name: string;
  create(tui: TUI): Component;
}

const STILL = { frames: ["⠋"] };
const ignore = () => undefined;

export const exhibits: readonly Exhibit[] = [
  { name: "text", create: () => new Text(samples.prose, 1, 1, panel) },
  { name: "truncated-text", create: () => new TruncatedText(`${bold("status")} ${samples.prose}`, 1) },
  {
    name: "box",
    create: () => stacked(new Box(2, 1, panel), new Text("In a box", 0, 0), new Text(dim("padded"), 0, 0)),
  },
  {
    name: "container",
    create: () => stacked(new Container(), new Text("above", 0, 0), new Spacer(2), new Text("below", 0, 0)),
  },
  { name: "markdown", create: () => new Markdown(samples.markdown, 1, 0, markdownTheme) },
  { name: "editor", create: createEditor },
  { name: "input", create: () => filled(new Input({ prompt: "name: " }), "a value to edit") },
  { name: "input-placeholder", create: () => new Input({ placeholder: "type to search" }) },
  { name: "select-list", create: () => new SelectList(samples.commands, 5, selectListTheme) },
  { name: "settings-list", create: createSettings },
  { name: "loader", create: (tui) => new Loader(tui, cyan, dim, "Working on it", STILL) },
  {
    name: "cancellable-loader",
    create: (tui) => new CancellableLoader(tui, cyan, dim, "Working (esc to cancel)", STILL),
  },
  {
    name: "image",
    create: () => new Image(samples.png, "image/png", { fallbackColor: dim }, { filename: "pixel.png" }),
  },
  { name: "diff", create: () => new Diff(parseUnifiedDiff(samples.patch), diffTheme) },
  { name: "tree", create: () => new Tree(samples.tree(), 10, treeTheme) },
  { name: "tabs", create: () => activated(new Tabs(samples.tabs, tabsTheme), "sessions") },
  { name: "table", create: () => new Table(samples.columns, samples.rows, tableTheme) },
  { name: "progress-bar", create: () => advanced(new ProgressBar(progressBarTheme, "indexing files"), 0.42) },
  { name: "progress-rows", create: createProgress },
  { name: "question-form", create: () => new QuestionForm(samples.questions, 12, questionFormTheme) },
  { name: "row-list", create: () => new RowList(samples.jobs, 6, rowListTheme, samples.jobColumns) },
  { name: "viewport", create: () => new Viewport(new Text(samples.numbered, 0, 0), 6, viewportTheme) },
];

function stacked<C extends { addChild(child: Component): void }>(parent: C, ...children: Component[]): C {
  for (const child of children) parent.addChild(child);
  return parent;
}

function filled(input: Input, value: string): Input {
  input.setValue(value);
  return input;
}

function activated(tabs: Tabs, id: string): Tabs {
  tabs.setActiveTab(id);
  return tabs;
}

function advanced(bar: ProgressBar, fraction: number): ProgressBar {
  bar.setProgress(fraction);
  return bar;
}

function createEditor(tui: TUI): Editor {
  const editor = new Editor(tui, editorTheme, { paddingX: 1 });
  editor.setText(samples.draft);
  return editor;
}

function createSettings(): SettingsList {
  return new SettingsList(samples.settings(), 6, settingsListTheme, ignore, ignore, { enableSearch: true });
}

function createProgress(tui: TUI): ProgressRows {
  const rows = new ProgressRows(progressRowsTheme, tui);
  rows.set("index", { text: "Indexing the files of the project", fraction: 0.42 });
  rows.set("search", { text: "Searching" });
  return rows;
}
