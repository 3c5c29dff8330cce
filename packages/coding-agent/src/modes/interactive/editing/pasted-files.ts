import { isAbsolute, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { FILE_LIMITS, readOrdinaryFile } from "../../../core/files/ordinary-file.ts";
import { expandTilde } from "../../../core/paths/index.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import { imageAttachment } from "./image-attachment.ts";
import { mentionOf } from "./mention-completion.ts";

const PASTE = /^\x1b\[200~([\s\S]*)\x1b\[201~$/;
const IMAGE = /\.(?:png|jpe?g|gif|webp)$/i;
/** A path that is quoted or has escaped spaces, as terminals write dropped files. */
const PATH = /'([^']+)'|"([^"]+)"|((?:\\.|[^\s\\'"])+)/g;

/** Returns the image files that a paste or drop names. Undefined if it contains anything else. */
export function pastedImagePaths(data: string): string[] | undefined {
  const pasted = PASTE.exec(data)?.[1]?.trim() ?? "";
  if (pasted === "" || pasted.length > 4096) return undefined;
  const isWholePath = isImagePath(pasted) && !/[\n'"\\]/.test(pasted) && !/\s(?:\/|~\/|file:)/.test(pasted);
  const paths = isWholePath ? [pasted] : Array.from(pasted.matchAll(PATH), unquote);
  return paths.length > 0 && paths.every(isImagePath) ? paths.map(toPath) : undefined;
}

/** Returns the files of a list of `file:` URLs, or of paths. Empty if it holds anything else. */
export function copiedFiles(list: string): string[] {
  const lines = list.split(/\r?\n/).filter((line) => line !== "" && !line.startsWith("#"));
  const paths = lines.flatMap((line) => (line.startsWith("/") ? line : (localPath(line) ?? [])));
  return paths.length === lines.length ? paths : [];
}

function localPath(url: string): string | undefined {
  if (!/^file:\/\/(?:localhost)?\//i.test(url)) return undefined;
  try {
    return fileURLToPath(url);
  } catch {
    // An escape that is no text, or a part that no path can have.
    return undefined;
  }
}

/** Attaches files to the next prompt: images as such, everything else as a mention, which can be read and removed. */
export async function attachFiles(paths: readonly string[], context: InteractiveContext): Promise<void> {
  const { screen, session } = context;
  // A mention names a file of the machine that the session works on.
  const isRemote = session.log.getHeader()?.workspace !== undefined;
  for (const path of paths) {
    if (await attachImage(path, context)) continue;
    if (isRemote || /["\n]/.test(path)) {
      screen.editor.insertTextAtCursor(path);
      continue;
    }
    const mention = mentionOf(nameFrom(session.log.getCwd(), path));
    screen.editor.insertTextAtCursor(`${mention} `);
    screen.editor.addAtom(mention);
  }
  screen.tui.requestRender();
}

/** Attaches the images to the next prompt. A path that turns out not to be an image is inserted as text. */
export async function attachImages(paths: readonly string[], context: InteractiveContext): Promise<void> {
  for (const path of paths) if (!(await attachImage(path, context))) context.screen.editor.insertTextAtCursor(path);
  context.screen.tui.requestRender();
}

async function attachImage(path: string, { screen }: InteractiveContext): Promise<boolean> {
  if (!IMAGE.test(path)) return false;
  const bytes = await readOrdinaryFile(path, FILE_LIMITS.attachment).catch(() => undefined);
  const image = bytes && imageAttachment(bytes);
  if (image) screen.draft.attach(image);
  return image !== undefined;
}

/** Shortens the path of a file in the folder. */
function nameFrom(folder: string, path: string): string {
  const name = relative(folder, path);
  return name === "" || name.startsWith("..") || isAbsolute(name) ? path : name;
}

function unquote([whole, single, double]: RegExpMatchArray): string {
  return single ?? double ?? whole.replace(/\\(.)/g, "$1");
}

function isImagePath(path: string): boolean {
  return /^(?:\/|~\/|file:\/\/)/.test(path) && IMAGE.test(path);
}

function toPath(path: string): string {
  return path.startsWith("file://") && URL.canParse(path) ? fileURLToPath(path) : expandTilde(path);
}
