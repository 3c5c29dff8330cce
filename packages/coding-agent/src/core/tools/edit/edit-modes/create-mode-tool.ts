import type { AgentTool } from "@tau/agent";
import { textResult } from "../../builtin-tool.ts";
import type { SaidEffects } from "../../describe-call.ts";
import { expandHome } from "../../path.ts";
import { Type } from "../../schema.ts";
import type { SummarizedFiles } from "../../summarized-files.ts";
import { ToolError } from "../../tool-error.ts";
import { type RenderedDiff, renderDiff } from "../render-diff.ts";
import type { EditToolDetails } from "../tool.ts";
import { type ChangedFile, type ChangeOperations, changeFiles } from "./change-files.ts";
import type { EditMode } from "./edit-mode.ts";

export interface ModeToolOptions {
  readonly operations?: ChangeOperations | undefined;
  readonly summarized?: SummarizedFiles | undefined;
  /** The folder that `~` means, if it is not that of the user on this machine. */
  readonly home?: string | undefined;
  /** Whether files may be changed that say that they are generated. Asked for each call, because a setting may change. */
  readonly allowsGenerated?: (() => boolean) | undefined;
}

export interface ModeEditDetails extends EditToolDetails {
  /** The changed files, in the order of the call. */
  readonly files: readonly { readonly path: string; readonly op: ChangedFile["kind"]; readonly movedTo?: string }[];
}

/** Creates the `edit` tool in a mode other than the default one. */
export function createModeTool(
  cwd: string,
  mode: EditMode,
  { operations, summarized, home, allowsGenerated }: ModeToolOptions = {},
): AgentTool {
  const parameters = Type.Object({ input: Type.String({ description: mode.inputDescription }) });
  return {
    name: "edit",
    label: "edit",
    description: mode.description,
    parameters,
    ...(mode.grammar && { constrainedSampling: { type: "grammar", variants: { openai_lark: mode.grammar } } }),
    prepareArguments: (args) => asInput(args) as { input: string },
    async execute(_id, args, signal) {
      const { input } = asInput(args) as { input: string };
      const { changes, warnings } = mode.parse(input);
      const options = { cwd, home, operations, signal, summarized, allowsGenerated: allowsGenerated?.() };
      const changed = await changeFiles(changes, options);
      const diffs: RenderedDiff[] = [];
      for (const { path, movedTo = path, before, after } of changed)
        diffs.push(await renderDiff(movedTo, before, after));
      for (const { kind, absolutePath, after } of changed) if (kind !== "delete") mode.onChanged?.(absolutePath, after);
      const reports = changed.flatMap((file, index) => {
        const { patch = "" } = diffs[index] ?? {};
        const report = file.kind === "delete" ? undefined : mode.report?.({ ...file, patch });
        return [summaryOf(file), ...(report ? [report] : [])];
      });
      const all = [...warnings, ...changed.flatMap((file) => file.warnings)];
      const noted = all.length > 0 ? ["Warnings:", ...all.map((warning) => `- ${warning}`)] : [];
      return textResult([...reports, ...noted].join("\n"), detailsOf(changed, diffs));
    },
  };
}

/** Describes the effects of a call for the permission policy: every path it names. A text in the wrong format changes nothing. */
export function modeEffects(mode: EditMode, home?: string): SaidEffects {
  return {
    isBattery: true,
    describe: (args) => {
      const { input } = asInput(args) as { input?: unknown };
      const paths = typeof input === "string" ? pathsOf(mode, input) : undefined;
      return paths ? { effect: "write", paths: paths.map((path) => expandHome(path, home)) } : { effect: "read" };
    },
  };
}

function pathsOf(mode: EditMode, input: string): string[] | undefined {
  try {
    const { changes } = mode.parse(input);
    return changes.flatMap(({ path, moveTo }) => (moveTo === undefined ? [path] : [path, moveTo]));
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

/** Accepts the text alone or under another name, because models send that too. */
function asInput(args: unknown): unknown {
  if (typeof args === "string") return { input: args };
  if (typeof args !== "object" || args === null || "input" in args) return args;
  const texts = Object.values(args).filter((value) => typeof value === "string");
  return Object.keys(args).length === 1 && texts.length === 1 ? { input: texts[0] } : args;
}

const DONE = { add: "Added", update: "Changed", delete: "Deleted" } as const;

function summaryOf({ kind, path, movedTo }: ChangedFile): string {
  return movedTo === undefined ? `${DONE[kind]} ${path}.` : `${DONE[kind]} ${path} and moved it to ${movedTo}.`;
}

function detailsOf(changed: readonly ChangedFile[], diffs: readonly RenderedDiff[]): ModeEditDetails {
  const isOne = changed.length === 1;
  const first = diffs.find(({ firstChangedLine }) => firstChangedLine !== undefined)?.firstChangedLine;
  return {
    diff: diffs.map(({ diff }, index) => (isOne ? diff : `${changed[index]?.path}\n${diff}`)).join("\n"),
    patch: diffs.map(({ patch }) => patch).join(""),
    ...(first === undefined ? {} : { firstChangedLine: first }),
    files: changed.map(({ path, kind, movedTo }) => ({
      path,
      op: kind,
      ...(movedTo === undefined ? {} : { movedTo }),
    })),
  };
}
