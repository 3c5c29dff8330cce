import { stripTerminalSequences } from "@tau/tui";
import type { MarkdownTransformContext } from "../../../core/extensions/index.ts";
import type { ViewContext } from "./view-context.ts";

type Part = Pick<MarkdownTransformContext, "messageType" | "isStreaming">;

/** Returns the text to show. Extensions may transform it, and terminal sequences are removed. The message itself does not change. */
export function shownMarkdown(text: string, { extensions, tui, look }: ViewContext, part: Part): string {
  if (!extensions?.transformsMarkdown()) return stripTerminalSequences(text);
  const availableWidth = Math.max(1, tui.terminal.columns - 2 * look.outputPad);
  return stripTerminalSequences(extensions.transformMarkdown(text, { ...part, availableWidth }));
}
