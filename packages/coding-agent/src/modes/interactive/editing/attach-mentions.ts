import { stat } from "node:fs/promises";
import { resolveFrom } from "../../../core/paths/index.ts";
import { attachFile } from "../../../core/session/input/attach-files.ts";
import type { Prompt } from "../../../core/session/input/prompt.ts";
import { readAttachment } from "../../../core/session/input/read-attachment.ts";
import type { Session } from "../../../core/session/session.ts";
import { AgentSessionError } from "../../../core/session/session-error.ts";
import { splitMember } from "../../../core/tools/read/split-member.ts";

/** `@path` or `@"path with spaces"`, at the beginning of a word. */
const MENTION = /(?<=^|[\s("'=])@(?:"([^"\n]+)"|([^\s"]+))/gu;
const MARKS_BEHIND = /[,.;:!?)'\]]+$/;

/**
 * Attaches the files and folders that a prompt mentions, like the command line. A mention that is not an existing path stays text. Problems
 * with attaching are passed to `say`.
 */
export async function attachMentions(
  prompt: Prompt,
  session: Pick<Session, "tools" | "log">,
  say: (problem: string) => void,
): Promise<Prompt> {
  if (session.log.getHeader()?.workspace !== undefined) return await attachRemote(prompt, session);
  const cwd = session.log.getCwd();
  const paths = await mentionedPaths(prompt.text, cwd);
  const texts: string[] = [];
  const images = [...prompt.images];
  for (const path of paths) {
    try {
      const found = await attachFile(cwd, path);
      const attached = found.unread === undefined ? found : await readAttachment(session, found.unread);
      if (attached.text !== undefined) texts.push(attached.text);
      // A prompt that came back from the queue already has its images.
      images.push(...attached.images.filter(({ data }) => !images.some((image) => image.data === data)));
    } catch (error) {
      if (!(error instanceof AgentSessionError)) throw error;
      say(`${error.message} Sent without it.`);
    }
  }
  return { text: [...texts, prompt.text].join("\n"), images };
}

/** Attaches the files of a remote workspace as the tool `read` shows them. A mention that cannot be read stays text. */
async function attachRemote(prompt: Prompt, session: Pick<Session, "tools" | "log">): Promise<Prompt> {
  const attached = [];
  for (const [, quoted, plain = ""] of prompt.text.matchAll(MENTION)) {
    const path = quoted ?? plain.replace(MARKS_BEHIND, "");
    const found = await readAttachment(session, path).catch((error: unknown) => {
      if (error instanceof AgentSessionError) return undefined;
      throw error;
    });
    if (found) attached.push(found);
  }
  const texts = attached.flatMap(({ text }) => text ?? []);
  const images = attached.flatMap((each) => each.images);
  return { text: [...texts, prompt.text].join("\n"), images: [...prompt.images, ...images] };
}

async function mentionedPaths(text: string, cwd: string): Promise<Set<string>> {
  const paths = new Set<string>();
  for (const [, quoted, plain = ""] of text.matchAll(MENTION)) {
    const candidates = quoted === undefined ? [plain, plain.replace(MARKS_BEHIND, "")] : [quoted];
    for (const path of candidates) {
      if (path === "" || !((await exists(resolveFrom(cwd, path))) || splitMember(path, cwd))) continue;
      paths.add(path);
      break;
    }
  }
  return paths;
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
