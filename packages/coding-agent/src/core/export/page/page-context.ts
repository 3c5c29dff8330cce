import type { ToolResultMessage } from "@tau/ai";
import type { ExtensionDrawings } from "../extension-drawings.ts";
import type { CodePainter } from "./code-html.ts";

/** What every part of a page is made with. */
export interface PageContext {
  readonly cwd: string;
  readonly painter: CodePainter;
  readonly drawings: ExtensionDrawings;
  /** The result that is shown with its call, by the id of the call. */
  readonly results: ReadonlyMap<string, ToolResultMessage>;
}
