type Part = Record<string, unknown>;

/** Members that say how a message is carried, not what it says. */
const CARRIERS: ReadonlySet<string> = new Set([
  "cache_control",
  "prefix",
  "index",
  "closed",
  "annotations",
  "status",
  "timestamp",
]);
const CALL_IDS: ReadonlySet<string> = new Set([
  "id",
  "tool_use_id",
  "toolUseId",
  "call_id",
  "tool_call_id",
  "toolCallId",
]);
/** What both libraries say about images of tool results: wording. */
const IMAGE_NOTES =
  /^(Images? of the (failed )?\w+ call:|The images of the tool results above:|Attached image\(s\) from tool result:|Tool result image:|\(see (the images below|attached image)\))$/;

/**
 * What a request tells the model, whatever form the protocol and the library give it: messages by role, texts joined, calls and results by their
 * order. Used where the conversation is what varies; the form itself is compared by the subjects of the options.
 */
export function meaningOf(request: { readonly body: unknown }): unknown {
  const body = request.body as Record<string, unknown> & { context?: { messages?: unknown } };
  const system = body.system ?? body.systemInstruction ?? body.instructions;
  const messages = (body.messages ?? body.input ?? body.contents ?? body.context?.messages ?? []) as Part[];
  const ids = new Map<string, string>();
  return { system: textsOf(system), messages: merged(messages.map((message) => spoken(message, ids))) };
}

interface Spoken {
  readonly role: string;
  readonly says: readonly unknown[];
}

function spoken(message: Part, ids: Map<string, string>): Spoken {
  // The id of an item names it for the provider alone; calls and results are matched by the id of the call.
  const { role, content, parts, id: _id, ...rest } = message;
  const { type, ...own } = simplified(rest, ids) as Part;
  const says = [
    ...asList(content ?? parts).map((part) => simplified(part, ids)),
    ...(type === undefined || type === "message" ? [] : [{ type }]),
    ...Object.keys(own)
      .sort()
      .map((key) => ({ [key]: own[key] })),
  ];
  const name = role === "developer" ? "system" : String(role ?? "item");
  return { role: name, says: joined(says.filter((part) => part !== undefined)) };
}

function asList(content: unknown): unknown[] {
  if (content === undefined || content === null || content === "") return [];
  return Array.isArray(content) ? content : [{ text: content }];
}

/** Adjacent messages of one role are one. */
function merged(messages: readonly Spoken[]): Spoken[] {
  const result: Spoken[] = [];
  for (const message of messages) {
    const last = result.at(-1);
    if (last && last.role === message.role && message.role !== "item" && message.role !== "tool")
      result[result.length - 1] = { role: last.role, says: joined([...last.says, ...message.says]) };
    else result.push(message);
  }
  return result.filter(({ says }) => says.length > 0);
}

/** Adjacent texts are one; what is said about images is not said. */
function joined(says: readonly unknown[]): unknown[] {
  const result: unknown[] = [];
  for (const part of says) {
    if (typeof part !== "string") result.push(part);
    else if (!IMAGE_NOTES.test(part) && part !== "") {
      const last = result.at(-1);
      if (typeof last === "string") result[result.length - 1] = `${last}\n${part}`;
      else result.push(part);
    }
  }
  return result;
}

/** A text is itself; other parts keep what they say. */
function simplified(value: unknown, ids: Map<string, string>, key = ""): unknown {
  if (typeof value === "string" && CALL_IDS.has(key)) return numbered(value, ids);
  if (Array.isArray(value))
    return joined(value.map((part) => simplified(part, ids)).filter((part) => part !== undefined));
  if (typeof value !== "object" || value === null) return value;
  const part = value as Part;
  if ("cachePoint" in part) return undefined;
  if (isText(part)) return part.text;
  const entries = Object.entries(part).filter(
    ([name, member]) => !CARRIERS.has(name) && member !== null && !(name === "is_error" && member === false),
  );
  return Object.fromEntries(entries.map(([name, member]) => [name, carried(name, simplified(member, ids, name))]));
}

function isText(part: Part): boolean {
  const others = Object.keys(part).filter((name) => name !== "text" && name !== "type" && !CARRIERS.has(name));
  return typeof part.text === "string" && others.length === 0;
}

/** The same value written in two ways. */
function carried(name: string, value: unknown): unknown {
  if (name === "image_url" && typeof value === "string") return { url: value };
  if ((name === "content" || name === "output") && typeof value === "string") return [value];
  if (name === "functionCall" || name === "functionResponse") return { ...(value as Part), id: undefined };
  return value;
}

function numbered(id: string, ids: Map<string, string>): string {
  const name = ids.get(id) ?? `#${ids.size + 1}`;
  ids.set(id, name);
  return name;
}

function textsOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(textsOf).join("");
  if (typeof value !== "object" || value === null) return "";
  const { text, parts } = value as { text?: string; parts?: unknown };
  return text ?? textsOf(parts);
}
