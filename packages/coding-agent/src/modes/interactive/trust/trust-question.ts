import { type Component, SelectList, truncateToWidth, wrapTextWithAnsi } from "@tau/tui";
import type { Theme } from "../../../core/themes/index.ts";
import type { ProjectTrustOption } from "../../../core/trust/index.ts";
import { plainLine } from "../parts/plain-line.ts";
import { selectListTheme } from "../theme/component-themes.ts";

export interface UntrustedFolder {
  readonly cwd: string;
  /** The folder's own resources, relative to it. */
  readonly found: readonly string[];
  /** The resources that have changed since the folder was trusted. */
  readonly changed?: readonly string[];
}

export interface TrustQuestionParts {
  readonly folder: UntrustedFolder;
  readonly options: readonly ProjectTrustOption[];
  readonly theme: () => Theme;
  /** Returns the number of rows of the screen. */
  readonly rows: () => number;
  /** Called with the answer, or with `undefined` if the question was dismissed. */
  readonly done: (answer?: ProjectTrustOption) => void;
}

const MOST_NAMES = 6;
/** Rows of the frame and the hints. */
const FRAME_ROWS = 4;
/** The longest possible path on Linux. */
const LONGEST_PATH = 4096;
const MOST_PATH_ROWS = 3;

const BRINGS = "It brings settings or code of its own, which can run programs as you:";
const CHANGED = "You trusted it. Since then these have changed, which can run programs as you:";

/** Shows the folder's own resources and asks whether to use them. */
export class TrustQuestion implements Component {
  private readonly parts: TrustQuestionParts;
  private readonly list: SelectList;

  constructor(parts: TrustQuestionParts) {
    const { options, theme, done } = parts;
    this.parts = parts;
    const items = options.map(({ label }, index) => ({ value: String(index), label: plainLine(label) }));
    this.list = new SelectList(items, items.length, selectListTheme(theme), { maxPrimaryColumnWidth: 200 });
    this.list.onSelect = ({ value }) => done(options[Number(value)]);
    this.list.onCancel = () => done();
  }

  invalidate(): void {
    this.list.invalidate();
  }

  handleInput(data: string): void {
    this.list.handleInput(data);
  }

  render(width: number): string[] {
    const roomy = this.draw(width, { gap: [""], names: MOST_NAMES });
    const isTooTall = roomy.length + FRAME_ROWS > this.parts.rows();
    return isTooTall ? this.draw(width, { gap: [], names: 1 }) : roomy;
  }

  private draw(width: number, room: { readonly gap: readonly string[]; readonly names: number }): string[] {
    const { cwd, found, changed = [] } = this.parts.folder;
    const theme = this.parts.theme();
    const shown = changed.length > 0 ? changed : found;
    const names = shown.slice(0, room.names).map((name) => truncateToWidth(`  ${plainLine(name)}`, width));
    const more = shown.length - names.length;
    return [
      ...pathRows(cwd, width).map((row) => theme.fg("accent", row)),
      ...room.gap,
      ...wrapTextWithAnsi(changed.length > 0 ? CHANGED : BRINGS, width),
      ...names.map((name) => theme.fg("warning", name)),
      ...(more > 0 ? [theme.fg("muted", `  and ${more} more`)] : []),
      ...room.gap,
      ...wrapTextWithAnsi(theme.fg("muted", "Without trust these are left out, and everything else works."), width),
      ...room.gap,
      ...this.list.render(width),
    ];
  }
}

/** Shows only the beginning and the end of a path that would push the question off the screen. Its name cannot imitate a part of the question. */
function pathRows(path: string, width: number): string[] {
  const rows = wrapTextWithAnsi(plainLine(path, LONGEST_PATH), width);
  return rows.length <= MOST_PATH_ROWS ? rows : [...rows.slice(0, 1), "…", ...rows.slice(-1)];
}
