import type { ExtensionAPI, Github, ServiceKey } from "@tau/coding-agent";
import type { TSchema } from "typebox";
import { drawCall, drawResult } from "./draw.ts";
import { invalid } from "./github-error.ts";
import { Hub } from "./hub.ts";
import { OPERATION_CODE } from "./operations/index.ts";
import { githubService } from "./service.ts";
import { type GithubArguments, github } from "./tool.ts";
import { itemScheme } from "./url-schemes.ts";

type Details = Readonly<Record<string, unknown>>;

export default function (pi: ExtensionAPI): void {
  const hub = new Hub(pi);
  pi.registerTool<TSchema, Details>({
    ...github,
    parameters: github.parameters as object as TSchema,
    async execute(_id, params, signal, onUpdate, ctx) {
      const args = params as GithubArguments;
      const operation = OPERATION_CODE[args.op];
      if (!operation) throw invalid(`There is no operation ${args.op}.`);
      const progress = (text: string) => onUpdate?.({ content: [{ type: "text", text }], details: { op: args.op } });
      const { text, details } = await operation({ hub, args, ctx, signal, progress });
      const output = await limited(pi, text);
      return { content: [{ type: "text", text: output }], details: { op: args.op, ...details } };
    },
    renderCall: (args, theme) => drawCall(args as Partial<GithubArguments>, theme),
    renderResult: ({ content }, _options, theme, context) => drawResult(content, context, theme),
  });
  for (const kind of ["issue", "pr"] as const) pi.urls.register(itemScheme(hub, kind));
  pi.services.provide("github" as ServiceKey<Github>, githubService(hub));
  pi.on("session_shutdown", () => hub.close());
}

const MAX_TEXT = 50_000;

/** Keeps a long result as an artifact and returns its beginning. */
async function limited(pi: Pick<ExtensionAPI, "artifacts">, text: string): Promise<string> {
  if (text.length <= MAX_TEXT) return text;
  const kept = await pi.artifacts.save("github", text).catch(() => undefined);
  return `${text.slice(0, MAX_TEXT)}\n[Cut after ${MAX_TEXT} of ${text.length} characters.${kept ? ` The whole: ${kept.url}` : ""}]`;
}
