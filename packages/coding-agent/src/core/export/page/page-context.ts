import type { ToolResultMessage } from "@tau/ai";
import type { ExtensionDrawings } from "../extension-drawings.ts";
import type { CodePainter } from "./code-html.ts";

/** Shared inputs for rendering every part of a page. */
export interface PageContext {
  readonly cwd: string;
  readonly painter: CodePainter;
  readonly drawings: ExtensionDrawings;
  /** Results that are shown together with their call, by call id. */
  readonly results: ReadonlyMap<string, ToolResultMessage>;
}
