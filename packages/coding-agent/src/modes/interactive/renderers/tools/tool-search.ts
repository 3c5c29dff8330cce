import { plainLine } from "../../parts/plain-line.ts";
import { genericRenderer } from "./generic.ts";
import { showText } from "./show-text.ts";
import type { ToolRenderer } from "./tool-renderer.ts";

const generic = genericRenderer("tool_search");

/** Shows the names of the tools that were found. Their JSON is for the model. */
export const toolSearchRenderer: ToolRenderer = {
  call: generic.call,
  result: (result, row) => {
    const found = (result.details as { activated_tools?: unknown } | undefined)?.activated_tools;
    if (row.isError || row.expanded || !Array.isArray(found)) return generic.result?.(result, row);
    const names = found.map((name) => plainLine(String(name))).join(", ");
    return showText(row.theme.fg("toolOutput", names || "nothing new"), row.last);
  },
};
