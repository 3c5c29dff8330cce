import type { AgentToolResult } from "@tau/agent";
import type { Theme } from "../../../../core/themes/index.ts";

/** What a tool's call looks like on the screen. Looked up by the tool's name; the tool itself knows nothing of it. */
export interface ToolRenderer {
  /** The line that names the call. `args` may be incomplete while it streams. */
  title(args: Readonly<Record<string, unknown>>, paint: ToolPaint): string;
  /** What is shown of the arguments below the title, as they arrive. */
  preview?(args: Readonly<Record<string, unknown>>, paint: ToolPaint): string;
  /** What is shown of the result. */
  output(result: AgentToolResult, paint: ToolPaint): string;
}

export interface ToolPaint {
  readonly theme: Theme;
  readonly cwd: string;
  readonly expanded: boolean;
}
