import { join, resolve } from "node:path";
import type { ExtensionAPI, ExtensionContext, Theme, ToolRenderContext } from "@tau/coding-agent";
import { type Component, neutralize, neutralizeLine, Text } from "@tau/tui";
import type { TSchema } from "typebox";
import { rankSymbols } from "./rank.ts";
import { renderMap } from "./render-map.ts";
import { scan } from "./scan.ts";
import { repoMap } from "./tool.ts";

const DEFAULT_TOKENS = 2000;
const MOST_TOKENS = 20_000;
const SHOWN_LINES = 20;
const ENTRY = "repo-map";

interface MapArguments {
  readonly path?: string;
  readonly tokens?: number;
  readonly focus?: readonly string[];
}

export default function (pi: ExtensionAPI): void {
  pi.registerTool({
    ...repoMap,
    parameters: repoMap.parameters as object as TSchema,
    async execute(_id, params, signal, _onUpdate, ctx) {
      const { text, ...details } = await createMap(pi, params as MapArguments, ctx, signal);
      return { content: [{ type: "text", text }], details };
    },
    renderCall: (args, theme) => {
      const { path = ".", focus = [] } = args as MapArguments;
      const about = focus.length > 0 ? theme.fg("muted", ` around ${neutralizeLine(focus.join(", "))}`) : "";
      return new Text(
        `${theme.fg("toolTitle", theme.bold("repo_map"))} ${theme.fg("accent", neutralizeLine(path))}${about}`,
        0,
        0,
      );
    },
    renderResult: ({ content }, _options, theme, context) =>
      drawMap(content.map((block) => ("text" in block ? block.text : "")).join(""), context, theme),
  });

  pi.registerEntryRenderer<{ text: string }>(ENTRY, ({ data }, options, theme) =>
    drawMap(data?.text ?? "", options, theme, 1),
  );

  pi.registerCommand("map", {
    description: "Show a map of the code",
    handler: async (args, ctx) => {
      const focus = args.split(/\s+/).filter((word) => word !== "");
      const { text } = await createMap(pi, { focus }, ctx, ctx.signal);
      if (ctx.mode === "tui") pi.appendEntry(ENTRY, { text });
      else ctx.ui.notify(text);
    },
  });
}

async function createMap(
  pi: ExtensionAPI,
  { path = ".", tokens = DEFAULT_TOKENS, focus = [] }: MapArguments,
  { cwd, resources }: Pick<ExtensionContext, "cwd" | "resources">,
  signal: AbortSignal | undefined,
): Promise<{ text: string; symbols: number; files: number; scanned: number; parsed: number }> {
  const budget = Number.isFinite(tokens) ? Math.min(MOST_TOKENS, Math.max(100, Math.floor(tokens))) : DEFAULT_TOKENS;
  const cacheDir = join(resources.agentDir, "cache", "repo-map");
  const { files, parsed, isCut } = await scan(pi, { folder: resolve(cwd, path), cacheDir, signal });
  const map = renderMap(rankSymbols(files, focus), budget);
  const counted = `${map.symbols} ${map.symbols === 1 ? "definition" : "definitions"} in ${map.files} of ${files.length} source files, those that most other files mention.`;
  const notes = [
    map.symbols === 0 ? "No definitions that other files mention were found." : `[${counted}]`,
    ...(isCut ? ["[There are more files than a map covers: give the path of a folder.]"] : []),
  ];
  const text = [...(map.text === "" ? [] : [map.text, ""]), ...notes].join("\n");
  return { text, symbols: map.symbols, files: map.files, scanned: files.length, parsed };
}

function drawMap(
  text: string,
  { expanded, keyText }: Pick<ToolRenderContext, "expanded" | "keyText">,
  theme: Theme,
  padding = 0,
): Component {
  const lines = neutralize(text).split("\n");
  const shown = expanded ? lines : lines.slice(0, SHOWN_LINES);
  const drawn = shown.map((line) => {
    const [, place = "", signature = ""] = /^( {2}[\d-]+\|)(.*)$/.exec(line) ?? [];
    return place === "" ? theme.bold(line) : theme.fg("dim", place) + theme.fg("toolOutput", signature);
  });
  const hidden = lines.length - shown.length;
  if (hidden > 0) drawn.push(theme.fg("dim", `… ${hidden} more lines (${keyText("app.tools.expand")} shows all)`));
  return new Text(drawn.join("\n"), padding, 0);
}
