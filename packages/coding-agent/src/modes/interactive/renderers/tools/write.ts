import { type Component, Container, Text } from "@tau/tui";
import { languageOfPath } from "../highlight/index.ts";
import { countOf } from "./clip-lines.ts";
import { CodePreview } from "./code-preview.ts";
import { displayPath } from "./display-path.ts";
import { showNotes } from "./result-notes.ts";
import { resultText } from "./result-text.ts";
import { showText } from "./show-text.ts";
import { title } from "./title.ts";
import type { ToolArguments, ToolRenderer, ToolRow } from "./tool-renderer.ts";

const PREVIEW_LINES = 10;

export const writeRenderer: ToolRenderer = {
  call: (args, row) => {
    const view = row.last instanceof WriteCall ? row.last : new WriteCall();
    view.update(args, row);
    return view;
  },
  result: (result, row): Component | undefined =>
    row.isError ? showText(row.theme.fg("error", resultText(result)), row.last) : showNotes(result, row),
};

/** Shows the file's name, and its text while it streams. */
class WriteCall extends Container {
  private readonly title = new Text("", 0, 0);
  private readonly code = new CodePreview();

  constructor() {
    super();
    this.addChild(this.title);
    this.addChild(this.code);
  }

  update({ path, content }: ToolArguments, row: ToolRow): void {
    const text = typeof content === "string" ? content : "";
    const language = typeof path === "string" ? languageOfPath(path) : undefined;
    this.code.update({ text, language, lines: PREVIEW_LINES, from: row.argsComplete ? "start" : "end" }, row);
    const count = this.code.lineCount;
    const remark = count === 0 ? "" : countOf(count, "line");
    this.title.setText(title(row.theme, "write", displayPath(path, row.cwd), remark));
  }
}
