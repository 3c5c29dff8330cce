import { errorText } from "../../error-text.ts";
import { resolveFrom } from "../../paths/index.ts";
import type { Session } from "../session.ts";
import { AgentSessionError } from "../session-error.ts";
import type { Attachment } from "./attach-files.ts";
import type { Prompt } from "./prompt.ts";

/** Attaches a file that is neither text nor an image, as the tool `read` shows it. */
export async function readAttachment(
  { tools, log }: Pick<Session, "tools" | "log">,
  path: string,
): Promise<Attachment> {
  const tool = tools.get("read")?.tool;
  if (!tool) throw new AgentSessionError("attachment", `Cannot attach @${path}: this session has no tool read.`);
  try {
    const { content } = await tool.execute("attachment", { path });
    const text = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
    const images = content.filter((block) => block.type === "image");
    // A path of a remote workspace is not one of this machine.
    const name = log.getHeader()?.workspace === undefined ? resolveFrom(log.getCwd(), path) : path;
    return { text: `<file name="${name}">\n${text}\n</file>`, images };
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, cause: unknown): AgentSessionError {
  return new AgentSessionError("attachment", `Cannot attach @${path}: ${errorText(cause)}`, { cause });
}

/** Reads the files of a prompt that were left to the session. */
export async function withReadFiles({ unread = [], ...prompt }: Prompt, session: Session): Promise<Prompt> {
  const attached: Attachment[] = [];
  for (const path of unread) attached.push(await readAttachment(session, path));
  const texts = [...attached.flatMap(({ text }) => text ?? []), prompt.text].filter((text) => text !== "");
  return { text: texts.join("\n"), images: [...attached.flatMap(({ images }) => images), ...prompt.images] };
}
