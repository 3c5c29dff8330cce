import { stripTerminalSequences } from "@tau/tui";
import type { MarkdownTransformContext } from "../../../core/extensions/index.ts";
import type { ViewContext } from "./view-context.ts";

type Part = Pick<MarkdownTransformContext, "messageType" | "isStreaming">;

/** What is shown of a text: extensions may change it, and it has no say in how it is drawn. The text itself stays what it is. */
export function shownMarkdown(text: string, { extensions, tui, look }: ViewContext, part: Part): string {
  if (!extensions?.transformsMarkdown()) return stripTerminalSequences(text);
  const availableWidth = Math.max(1, tui.terminal.columns - 2 * look.outputPad);
  return stripTerminalSequences(extensions.transformMarkdown(text, { ...part, availableWidth }));
}
