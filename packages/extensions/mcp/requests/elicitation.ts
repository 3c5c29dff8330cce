import type { ElicitRequestParams, ElicitResult } from "@modelcontextprotocol/client";
import type { ExtensionAPI, ExtensionContext } from "@tau/coding-agent";
import { cleanText } from "../clean-text.ts";
import { isObject, textOf } from "../json.ts";
import { askField } from "./form-field.ts";

export interface ElicitOptions {
  readonly server: string;
  readonly ui: ExtensionContext["ui"];
  readonly processes: ExtensionAPI["processes"];
  readonly signal?: AbortSignal | undefined;
}

const ANSWER = "Answer";
const DECLINE = "Decline";
const OPEN = "Open the page in the browser";
const SELF = "I have opened it myself";
const MAX_FIELDS = 40;

/** Asks the user on behalf of a server: with a form, or with a page to open. Closing the dialog cancels the request. */
export async function elicit(params: ElicitRequestParams, options: ElicitOptions): Promise<ElicitResult> {
  return params.mode === "url" ? await visit(params, options) : await fillIn(params, options);
}

type Params<M> = Extract<ElicitRequestParams, { mode: M }>;

/** Shows the full address before opening the page in a browser; Tau never loads it. `accept` means that the user agreed, not that they finished. */
async function visit({ message, url }: Params<"url">, { server, ui, processes, signal }: ElicitOptions) {
  const address = URL.parse(url);
  if (address?.protocol !== "https:" && address?.protocol !== "http:") return { action: "decline" as const };
  const isForeign = address.hostname.includes("xn--");
  const title = [
    `The MCP server ${server} asks you to open a page of ${address.host}:`,
    ...(isForeign ? ["The name of the host holds letters that may look like others."] : []),
    cleanText(message, 1000),
    address.href,
  ].join("\n");
  const choice = await ui.select(title, [OPEN, SELF, DECLINE], signal ? { signal } : {});
  if (choice === undefined) return { action: "cancel" as const };
  if (choice === DECLINE) return { action: "decline" as const };
  if (choice === OPEN && !(await processes.openUrl(address.href)))
    ui.notify(`There is no browser here. Open this page yourself: ${address.href}`, "warning");
  return { action: "accept" as const };
}

async function fillIn(params: ElicitRequestParams, { server, ui, signal }: ElicitOptions): Promise<ElicitResult> {
  const schema = "requestedSchema" in params && isObject(params.requestedSchema) ? params.requestedSchema : {};
  const { properties, required } = schema as { properties?: unknown; required?: unknown };
  const fields = Object.entries(isObject(properties) ? properties : {}).slice(0, MAX_FIELDS);
  const limits = signal ? { signal } : {};
  const title = `The MCP server ${server} asks:\n${cleanText(textOf(params.message) ?? "", 2000)}`;
  const choice = await ui.select(title, [ANSWER, DECLINE], limits);
  if (choice === undefined) return { action: "cancel" };
  if (choice === DECLINE) return { action: "decline" };
  const content: Record<string, string | number | boolean | string[]> = {};
  for (const [name, field] of fields) {
    const isRequired = Array.isArray(required) && required.includes(name);
    const answer = await askField({ name, field: isObject(field) ? field : {}, isRequired, server }, ui, limits);
    if (answer === "cancelled") return { action: "cancel" };
    if (answer.value !== undefined) content[name] = answer.value;
  }
  return { action: "accept", content };
}
