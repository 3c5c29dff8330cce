import type { ExtensionAPI, ExtensionToolContext } from "@tau/coding-agent";
import type { TSchema } from "typebox";
import { drawCall, drawResult } from "./draw.ts";
import { Engine } from "./engine.ts";
import { applyRewrite, type Operation, planRewrite, type Rewrite } from "./rewrite.ts";
import { search } from "./search.ts";
import { countOf, showMatches, showRewrite } from "./show.ts";
import { astEdit, astGrep } from "./tools.ts";

const MOST_FILES = 1000;

interface GrepArguments {
  readonly pat: string;
  readonly paths?: readonly string[];
  readonly lang?: string;
  readonly skip?: number;
}

interface EditArguments {
  readonly ops: readonly Operation[];
  readonly paths: readonly string[];
  readonly lang?: string;
}

type Decorate = ExtensionAPI["decorators"]["decorate"];

export default function (pi: ExtensionAPI): void {
  const engine = new Engine(pi);
  // A child session may edit in another mode than the session around it, so its lines get no anchors.
  const decorator = ({ child }: ExtensionToolContext): Decorate =>
    child ? (lines) => lines.map(({ text }) => text) : (lines) => pi.decorators.decorate(lines);

  pi.registerTool({
    ...astGrep,
    parameters: astGrep.parameters as object as TSchema,
    async execute(_id, params, signal, _onUpdate, ctx) {
      const { pat, paths = [], lang, skip = 0 } = params as GrepArguments;
      const pattern = pat.trim();
      if (pattern === "") throw new Error("The pattern is empty. Give code to look for, such as foo($A).");
      if (!Number.isFinite(skip) || skip < 0) throw new Error("skip must be 0 or more.");
      const result = await search(pi, engine, { cwd: ctx.cwd, paths, lang, signal, pattern, skip: Math.floor(skip) });
      const { matches, hasMore, parseIssues } = result;
      const details = { matches: matches.length, hasMore, parseIssues };
      return { content: [{ type: "text", text: showMatches(result, decorator(ctx)) }], details };
    },
    renderCall: (args, theme) => {
      const { pat = "", paths = [] } = args as Partial<GrepArguments>;
      return drawCall("ast_grep", pat, paths, theme);
    },
    renderResult: (result, _options, theme, context) => drawResult(textIn(result), theme, context),
  });

  pi.registerTool({
    ...astEdit,
    parameters: astEdit.parameters as object as TSchema,
    async execute(_id, params, signal, _onUpdate, ctx) {
      if (ctx.child)
        throw new Error(
          "ast_edit is not available to agents: its preview is resolved in the user's session. Use edit.",
        );
      const { ops, paths, lang } = params as EditArguments;
      const operations = ops.map(({ pat, out }) => ({ pat: pat.trim(), out }));
      const request = { cwd: ctx.cwd, paths, lang, signal, operations, maxFiles: maxFiles() };
      const rewrite = await planRewrite(pi, engine, request);
      if (rewrite.files.length > 0) queue(pi, rewrite, ctx.cwd, operations);
      const files = rewrite.files.map(({ candidate, replacements }) => ({
        path: candidate.path,
        replacements: replacements.length,
      }));
      const text = showRewrite(rewrite, decorator(ctx));
      return { content: [{ type: "text", text }], details: { files, skipped: rewrite.skipped } };
    },
    renderCall: (args, theme) => {
      const { ops = [], paths = [] } = args as Partial<EditArguments>;
      return drawCall("ast_edit", ops.map(({ pat, out }) => `${pat} → ${out}`).join("; "), paths, theme);
    },
    renderResult: (result, _options, theme, context) => drawResult(textIn(result), theme, context),
  });
}

/** Leaves the decision to the model: `resolve` applies the change to all files or to none. */
function queue(pi: ExtensionAPI, { files }: Rewrite, cwd: string, operations: readonly Operation[]): void {
  const shown = operations.map(({ pat }) => pat).join(", ");
  pi.actions.push({
    label: `${countOf(files)}: ${shown}`,
    toolName: "ast_edit",
    effects: { effect: "write", paths: files.map(({ candidate }) => candidate.file) },
    apply: async () => {
      await pi.files.change(
        files.map((file) => ({ path: file.candidate.file, apply: (text) => applyRewrite(file, text) })),
        { cwd },
      );
      return `Applied ${countOf(files)}.`;
    },
  });
}

function maxFiles(): number {
  const given = Number(process.env.TAU_MAX_AST_FILES ?? process.env.PI_MAX_AST_FILES);
  return Number.isInteger(given) && given > 0 ? given : MOST_FILES;
}

function textIn({
  content,
}: {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
}): string {
  return content.map(({ text = "" }) => text).join("\n");
}
