import { captureOutput } from "../../../core/process/index.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import { imageAttachment } from "./image-attachment.ts";
import { attachFiles, copiedFiles } from "./pasted-files.ts";

const MOST_BYTES = 32 * 1024 * 1024;
/** Timeout, because the program that owns the clipboard may have stopped responding. */
const MOST_MS = 5000;

/** Pastes the desktop's clipboard into the prompt: copied files and an image as attachments, anything else as text. */
export async function pasteFromClipboard(context: InteractiveContext): Promise<void> {
  const { screen } = context;
  const files = copiedFiles((await readFirst(FILE_READERS))?.toString("utf8") ?? "");
  if (files.length > 0) return await attachFiles(files, context);
  const bytes = await readFirst(IMAGE_READERS);
  const image = bytes && imageAttachment(bytes);
  if (image) return screen.draft.attach(image);
  const text = await readFirst(TEXT_READERS);
  if (text && text.length > 0) screen.editor.paste(text.toString("utf8"));
  else screen.hint("The clipboard is empty, or this machine has no command to read it");
}

/** What file managers put there for copied files: a list of `file:` URLs, and on a Mac one path. */
const FILE_READERS: readonly (readonly string[])[] = [
  ["wl-paste", "--no-newline", "--type", "text/uri-list"],
  ["xclip", "-selection", "clipboard", "-target", "text/uri-list", "-out"],
  ...(process.platform === "darwin" ? [["osascript", "-e", "POSIX path of (the clipboard as «class furl»)"]] : []),
];

const IMAGE_READERS: readonly (readonly string[])[] = [
  ["wl-paste", "--no-newline", "--type", "image/png"],
  ["xclip", "-selection", "clipboard", "-target", "image/png", "-out"],
  ["pngpaste", "-"],
];

const TEXT_READERS: readonly (readonly string[])[] = [
  ["wl-paste", "--no-newline"],
  ["xclip", "-selection", "clipboard", "-out"],
  ["pbpaste"],
];

async function readFirst(commands: readonly (readonly string[])[]): Promise<Buffer | undefined> {
  const context = { cwd: process.cwd(), env: process.env, purpose: "user" } as const;
  for (const [file = "", ...args] of commands) {
    // If a command is missing or returns nothing of this kind, the next one is tried.
    const output = await captureOutput({ ...context, file, args, maxBytes: MOST_BYTES, timeoutMs: MOST_MS }).catch(
      () => undefined,
    );
    if (output?.ended === "exit" && output.exitCode === 0 && output.stdout.length > 0) return output.stdout;
  }
  return undefined;
}
