import { randomBytes } from "node:crypto";

export type CellType = "code" | "markdown" | "raw";

/** A cell as the format stores it. Fields that are not known here are kept. */
export interface NotebookCell {
  readonly cell_type: CellType;
  readonly source: string | readonly string[];
  readonly metadata: object;
  readonly id?: string;
  readonly outputs?: readonly object[];
  readonly execution_count?: number | null;
}

export interface Notebook {
  readonly cells: readonly NotebookCell[];
  readonly metadata: {
    readonly kernelspec?: { readonly language?: string };
    readonly language_info?: { readonly name?: string };
  };
  readonly nbformat: number;
  readonly nbformat_minor: number;
}

/** A notebook that cannot be changed. The message says why. */
export class NotebookError extends Error {}

export const EMPTY: Notebook = {
  cells: [],
  metadata: { kernelspec: { language: "python", ...{ display_name: "Python 3", name: "python3" } } },
  nbformat: 4,
  nbformat_minor: 5,
};

export function parseNotebook(path: string, text: string): Notebook {
  if (text.trim() === "") return EMPTY;
  let value: Partial<Notebook> | null;
  try {
    value = JSON.parse(text) as Partial<Notebook> | null;
  } catch (cause) {
    throw new NotebookError(`${path} is no notebook: it is not valid JSON.`, { cause });
  }
  if (!Array.isArray(value?.cells)) throw new NotebookError(`${path} is no notebook: it has no list of cells.`);
  if (value.nbformat !== undefined && value.nbformat < 4)
    throw new NotebookError(
      `${path} has the format ${value.nbformat}. Convert it to 4: jupyter nbconvert --to notebook.`,
    );
  return value as Notebook;
}

/** A change to the list of cells: those from index `at` on are removed, and others take their place. */
export interface CellChange {
  readonly at: number;
  readonly removed: number;
  readonly cells: readonly NotebookCell[];
}

export function sourceOf({ source }: Pick<NotebookCell, "source">): string {
  return typeof source === "string" ? source : source.join("");
}

/** Returns the lines of a source as the format stores them: each with its line end. */
function storedLines(text: string): string[] {
  const lines = text.split("\n");
  return lines.map((line, index) => (index < lines.length - 1 ? `${line}\n` : line)).filter((line) => line !== "");
}

export type NotebookEdit =
  | { readonly action: "replace"; readonly cell: number; readonly source: string; readonly type?: CellType }
  /** `cell` is the number of the cell after which it is inserted; 0 is the beginning. */
  | { readonly action: "insert"; readonly cell: number; readonly source: string; readonly type: CellType }
  | { readonly action: "delete"; readonly cell: number };

/** Returns the change of the list of cells. Cells are counted from 1, as `read` shows them. */
export function editNotebook(notebook: Notebook, edit: NotebookEdit): CellChange {
  const { cells } = notebook;
  const { action, cell: number } = edit;
  const least = action === "insert" ? 0 : 1;
  if (!Number.isInteger(number) || number < least || number > cells.length)
    throw new NotebookError(
      cells.length === 0
        ? "The notebook has no cells. Insert one with cell 0."
        : `There is no cell ${number}. The notebook has the cells 1 to ${cells.length}.`,
    );
  if (action === "delete") return { at: number - 1, removed: 1, cells: [] };
  if (action === "insert") return { at: number, removed: 0, cells: [newCell(notebook, edit.type, edit.source)] };
  return { at: number - 1, removed: 1, cells: [replaced(cells[number - 1] as NotebookCell, edit.source, edit.type)] };
}

function newCell({ nbformat, nbformat_minor: minor }: Notebook, type: CellType, source: string): NotebookCell {
  return {
    cell_type: type,
    ...(nbformat > 4 || minor >= 5 ? { id: randomBytes(4).toString("hex") } : {}),
    metadata: {},
    source: storedLines(source),
    ...(type === "code" ? { execution_count: null, outputs: [] } : {}),
  };
}

/** Outputs of the old code go: they would not be those of the new one. */
function replaced(cell: NotebookCell, source: string, type: CellType = cell.cell_type): NotebookCell {
  const { outputs: _outputs, execution_count: _count, ...kept } = cell;
  return {
    ...kept,
    cell_type: type,
    source: typeof cell.source === "string" ? source : storedLines(source),
    ...(type === "code" ? { execution_count: null, outputs: [] } : {}),
  };
}
