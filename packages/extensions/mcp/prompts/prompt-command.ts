import type { ImageContent, TextContent } from "@tau/ai";
import type { ExtensionAPI, ExtensionContext } from "@tau/coding-agent";
import type { AutocompleteItem } from "@tau/tui";
import type { RemotePrompt } from "../catalogue/remote-prompt.ts";
import { isObject, type JsonObject, textOf } from "../json.ts";
import type { Server } from "../server.ts";
import { requestServer } from "../server-request.ts";
import { resultContent } from "../tools/tool-result.ts";

type Block = TextContent | ImageContent;
type Ui = Pick<ExtensionContext, "ui" | "hasUI">;

/** Resolves to the message for the model that a server's prompt produces. */
export async function promptContent(
  server: Server,
  prompt: RemotePrompt,
  args: string,
  ctx: Ui,
  artifacts: ExtensionAPI["artifacts"],
): Promise<Block[] | undefined> {
  const values = await argumentsOf(prompt, words(args), ctx);
  if (!values) return undefined;
  const params = { name: prompt.name, arguments: values };
  const { messages } = await requestServer(server, { method: "prompts/get", params, subject: prompt.name }, {});
  const given = (Array.isArray(messages) ? messages : []).filter(isObject);
  const blocks: Block[] = [];
  for (const { role, content } of given) {
    const own = await resultContent({ content: Array.isArray(content) ? content : [content] }, artifacts);
    blocks.push(...own.map((block) => (role === "assistant" ? asQuote(block) : block)));
  }
  if (blocks.length === 0)
    throw new Error(`The prompt ${prompt.name} of the MCP server ${server.entry.name} is empty.`);
  return blocks;
}

/** Resolves to the server's suggestions for the argument being typed. Does not start a server for this. */
export async function completeArgument(
  server: Server,
  prompt: RemotePrompt,
  typed: string,
): Promise<AutocompleteItem[] | null> {
  if (server.connection.state !== "ready") return null;
  const client = await server.connection.client();
  if (!client.getServerCapabilities()?.completions) return null;
  const given = words(typed);
  const value = /\s$/.test(typed) || typed === "" ? "" : (given.pop() ?? "");
  const argument = prompt.arguments[given.length];
  if (!argument) return null;
  const before = Object.fromEntries(given.map((word, index) => [prompt.arguments[index]?.name ?? "", word]));
  const params = {
    ref: { type: "ref/prompt", name: prompt.name },
    argument: { name: argument.name, value },
    context: { arguments: before },
  };
  const { completion } = await requestServer(
    server,
    { method: "completion/complete", params, subject: prompt.name },
    {},
  );
  const values = isObject(completion) && Array.isArray(completion.values) ? completion.values : [];
  const start = typed.slice(0, typed.length - value.length);
  return values.flatMap((item: unknown) => {
    const text = textOf(item);
    return text === undefined ? [] : [{ value: `${start}${quoted(text)}`, label: text }];
  });
}

/** Assigns arguments by position and asks the user for missing required ones. Resolves to undefined if the user cancels. */
async function argumentsOf(
  { name, arguments: wanted }: RemotePrompt,
  given: readonly string[],
  { ui, hasUI }: Ui,
): Promise<JsonObject | undefined> {
  const values: Record<string, string> = {};
  for (const [index, argument] of wanted.entries()) {
    const isLast = index === wanted.length - 1;
    let value: string | undefined = isLast ? given.slice(index).join(" ") || undefined : given[index];
    if (value === undefined && argument.required) {
      if (!hasUI) throw new Error(`/${name} needs the argument "${argument.name}". ${argument.description}`.trim());
      value = await ui.input([`${name}: ${argument.name}`, argument.description].filter(Boolean).join("\n"));
      if (value === undefined) return undefined;
    }
    if (value !== undefined) values[argument.name] = value;
  }
  return values;
}

/** Splits words like a shell: `one "two words"`. */
function words(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quotedText, plain]) => quotedText ?? plain ?? "");
}

function quoted(text: string): string {
  return /\s/.test(text) ? `"${text}"` : text;
}

function asQuote(block: Block): Block {
  return block.type === "text" ? { ...block, text: `Assistant: ${block.text}` } : block;
}
