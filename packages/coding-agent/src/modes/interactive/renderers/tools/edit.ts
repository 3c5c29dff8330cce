import { resolve } from "node:path";
import type { AgentToolResult } from "@tau/agent";
import { type Component, Container, type DiffLine, parseUnifiedDiff, Text } from "@tau/tui";
import { DiffView, EditedFile, replacementLines } from "../diff/index.ts";
import { languageOfPath } from "../highlight/index.ts";
import { hiddenNote } from "./clip-lines.ts";
import { displayPath } from "./display-path.ts";
import type { EditInputPreview } from "./edit-input.ts";
import { showNotes } from "./result-notes.ts";
import { resultText } from "./result-text.ts";
import { showText } from "./show-text.ts";
import { title } from "./title.ts";
import type { ToolArguments, ToolRenderer, ToolRow } from "./tool-renderer.ts";

const DIFF_LINES = 40;
const PREVIEW_LINES = 16;
/** The preview uses only this much of the end of a streaming replacement. */
const PREVIEW_CHARACTERS = 4000;

export const editRenderer: ToolRenderer = {
  call: (args, row) => {
    const view = row.last instanceof EditCall ? row.last : new EditCall();
    view.update(args, row);
    return view;
  },
  result: (result, row): Component | undefined =>
    row.isError ? showText(row.theme.fg("error", resultText(result)), row.last) : showNotes(result, row),
};

/** Shows the file's name and its changes: the proposed ones before the edit, the actual ones after it. */
class EditCall extends Container {
  private readonly title = new Text("", 0, 0);
  private readonly diff = new DiffView();
  private readonly note = new Text("", 0, 0);

  constructor() {
    super();
    for (const part of [this.title, this.diff, this.note]) this.addChild(part);
  }

  update(args: ToolArguments, row: ToolRow): void {
    const { theme, highlighter, expanded } = row;
    const done = row.isError ? undefined : patchOf(row.result);
    const written = typeof args.input === "string" ? writtenEdit(args.input, done, row) : undefined;
    const usual = () =>
      done === undefined ? proposedLines(args, row.argsComplete, fileOf(args, row)) : parseUnifiedDiff(done);
    const all = written?.lines ?? usual();
    const [path, ...others] = written?.paths ?? [args.path];
    const most = done === undefined ? PREVIEW_LINES : DIFF_LINES;
    const isWriting = done === undefined && !row.argsComplete;
    const lines = expanded || all.length <= most ? all : isWriting ? all.slice(-most) : all.slice(0, most);
    const language = typeof path === "string" ? languageOfPath(path) : undefined;
    this.diff.update({ lines, language, theme, highlighter, onReady: () => row.invalidate() });
    this.title.setText(
      title(
        theme,
        "edit",
        [path, ...others].map((each) => displayPath(each, row.cwd)).join(", "),
        isWriting || row.isError ? "" : countChanges(all),
      ),
    );
    const hidden = all.length - lines.length;
    this.note.setText(hidden > 0 ? theme.fg("dim", hiddenNote(hidden, "line")) : "");
  }
}

function patchOf(result: AgentToolResult | undefined): string | undefined {
  const details: unknown = result?.details;
  if (typeof details !== "object" || details === null || !("patch" in details)) return undefined;
  return typeof details.patch === "string" ? details.patch : undefined;
}

/** Returns the replacements of a call, complete or streaming, with their position in the file if it is known. */
function proposedLines(args: ToolArguments, isComplete: boolean, file: EditedFile | undefined): DiffLine[] {
  const edits = Array.isArray(args.edits) ? args.edits : [args];
  let shift = 0;
  return edits.flatMap((edit: unknown, index) => {
    const { oldText, newText } = textsOf(edit);
    if (oldText === "" && newText === "") return [];
    const isWhole = isComplete || index < edits.length - 1;
    // The old text is complete once the new text has begun.
    const place = newText === "" && !isWhole ? undefined : file;
    const { before, after } = place?.edges(oldText) ?? { before: "", after: "" };
    const [old, fresh] = [before + oldText + after, before + newText + (isWhole ? after : "")];
    const lines = replacementLines(cut(old, isWhole), cut(fresh, isWhole), isWhole);
    const placed = place?.place(lines, oldText, shift);
    shift += newText.split("\n").length - oldText.split("\n").length;
    return [...(index === 0 ? [] : [{ kind: "gap", text: "" } satisfies DiffLine]), ...(placed ?? lines)];
  });
}

interface EditState {
  path?: string;
  file?: EditedFile | undefined;
  preview?: EditInputPreview;
  lines?: Map<string, readonly string[]>;
}

let inputPreviews: typeof import("./edit-input.ts") | undefined;

/** Returns the changes of a call that describes them in one text. The code for it is loaded at the first such call. */
function writtenEdit(
  input: string,
  done: string | undefined,
  row: ToolRow,
): { readonly paths: readonly string[]; readonly lines: readonly DiffLine[] } {
  if (!inputPreviews) {
    void import("./edit-input.ts").then((loaded) => {
      inputPreviews = loaded;
      row.invalidate();
    });
    return { paths: [""], lines: [] };
  }
  const state: EditState = row.state;
  state.preview ??= new inputPreviews.EditInputPreview((path) => linesOf(path, state, row));
  const lines = state.preview.update(input, row.argsComplete);
  const { paths } = state.preview;
  return {
    paths: paths.length > 0 ? paths : [""],
    lines: done === undefined ? lines : inputPreviews.EditInputPreview.changed(done),
  };
}

/** Returns the file's lines, which are read once while the call streams. After the call has run, the file may have changed. */
function linesOf(path: string, state: EditState, row: ToolRow): readonly string[] | undefined {
  if (row.isElsewhere) return undefined;
  if (row.executionStarted) return state.lines?.get(path);
  state.lines ??= new Map();
  const { lines } = state;
  if (!lines.has(path)) {
    lines.set(path, []);
    void EditedFile.read(resolve(row.cwd, path)).then((file) => {
      lines.set(path, file?.lines ?? []);
      // Parses the call again from the start, now with the file's lines.
      delete state.preview;
      row.invalidate();
    });
  }
  return lines.get(path);
}

/**
 * Returns the file, which is read once while the call streams. After the call has run, the file has changed. A file that may
 * be on another machine is not read.
 */
function fileOf({ path }: ToolArguments, row: ToolRow): EditedFile | undefined {
  const state: EditState = row.state;
  const isProposed = row.isPartial && !row.executionStarted && ("edits" in row.args || row.args.oldText);
  if (!isProposed || row.isElsewhere || typeof path !== "string") return state.file;
  if (state.path !== path) {
    state.path = path;
    void EditedFile.read(resolve(row.cwd, path)).then((file) => {
      if (state.path === path) state.file = file;
      row.invalidate();
    });
  }
  return state.file;
}

function textsOf(edit: unknown): { oldText: string; newText: string } {
  const fields: Record<string, unknown> = typeof edit === "object" && edit !== null ? { ...edit } : {};
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return { oldText: text(fields.oldText), newText: text(fields.newText) };
}

function cut(text: string, isWhole: boolean): string {
  return isWhole || text.length <= PREVIEW_CHARACTERS ? text : text.slice(-PREVIEW_CHARACTERS);
}

function countChanges(lines: readonly DiffLine[]): string {
  const added = lines.filter(({ kind }) => kind === "added").length;
  const removed = lines.filter(({ kind }) => kind === "removed").length;
  return added + removed === 0 ? "" : `+${added} −${removed}`;
}
