import type { CacheRetention } from "../../contract/options.ts";
import type { WireMessage } from "./messages.ts";

/** Marks where a prompt may be cached, for servers that pass Anthropic's markers through: system, tools, last message. */
export function addCacheControl(messages: WireMessage[], tools: object[] | undefined, retention: CacheRetention): void {
  const marker = { cache_control: { type: "ephemeral", ...(retention === "long" && { ttl: "1h" }) } };
  const [first] = messages;
  if (first?.role === "system" || first?.role === "developer") markLastPart(first, marker);
  const lastTool = tools?.at(-1);
  if (lastTool) Object.assign(lastTool, marker);
  const last = messages.findLast(({ role, content }) => role !== "system" && role !== "developer" && content);
  if (last) markLastPart(last, marker);
}

function markLastPart(message: WireMessage, marker: object): void {
  const parts: unknown = message.content;
  const list: object[] = typeof parts === "string" ? [{ type: "text", text: parts }] : [...(parts as object[])];
  const last = list.findLastIndex((part) => (part as { type?: string }).type === "text");
  if (last < 0) return;
  list[last] = { ...list[last], ...marker };
  message.content = list;
}
