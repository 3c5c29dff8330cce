import { fileURLToPath } from "node:url";
import { FILE_LIMITS, readOrdinaryFile } from "../../../core/files/ordinary-file.ts";
import { expandTilde } from "../../../core/paths/index.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import { imageAttachment } from "./image-attachment.ts";

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

/** Attaches the images to the next prompt. A path that turns out not to be an image is inserted as text. */
export async function attachImages(paths: readonly string[], { screen }: InteractiveContext): Promise<void> {
  for (const path of paths) {
    const bytes = await readOrdinaryFile(path, FILE_LIMITS.attachment).catch(() => undefined);
    const image = bytes && imageAttachment(bytes);
    if (image) screen.draft.attach(image);
    else screen.editor.insertTextAtCursor(path);
  }
  screen.tui.requestRender();
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
