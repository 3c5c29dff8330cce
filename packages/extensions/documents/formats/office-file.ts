import type { ByteSource } from "../byte-source.ts";
import { walkXml, type XmlHandlers } from "./xml.ts";
import { openZip, type ZipEntry } from "./zip-file.ts";

/** Limits for the parts of a document, unpacked. A sheet is read as a stream and may be larger. */
const MAX_PART_BYTES = 256 * 1024 * 1024;
const MAX_PARTS = 100_000;

/** A document that is a zip archive of XML files: DOCX, XLSX, PPTX, EPUB. */
export class OfficeFile {
  private readonly parts: ReadonlyMap<string, ZipEntry>;

  private constructor(parts: ReadonlyMap<string, ZipEntry>) {
    this.parts = parts;
  }

  /** Resolves to `undefined` if the content is no archive. An encrypted document is an OLE file instead. */
  static async open(source: ByteSource): Promise<OfficeFile | undefined> {
    const head = (await source.read(0, 8)).toString("hex");
    if (head === OLE_SIGNATURE)
      throw new Error(
        "it is encrypted with a password, or has the binary format from before 2007. The user can save a copy without a password",
      );
    const zip = await openZip(source);
    if (!zip) {
      if (head.startsWith("504b0304")) throw new Error("it is damaged or cut off");
      return undefined;
    }
    const parts = new Map<string, ZipEntry>();
    for await (const entry of zip.entries()) {
      parts.set(entry.name, entry);
      if (parts.size > MAX_PARTS) throw new Error("it has too many parts");
    }
    return new OfficeFile(parts);
  }

  has(name: string): boolean {
    return this.parts.has(name);
  }

  names(pattern: RegExp): string[] {
    return [...this.parts.keys()].filter((name) => pattern.test(name));
  }

  /** Walks through a part. Does nothing if there is none of that name. */
  async walk(name: string, handlers: XmlHandlers): Promise<void> {
    const part = this.parts.get(name);
    if (part) await walkXml(part.stream(MAX_PART_BYTES), withoutFallbacks(handlers));
  }

  /** Resolves to the targets of the relationships of a part, by id, as names of parts. */
  async targets(name: string): Promise<Map<string, string>> {
    const folder = name.slice(0, name.lastIndexOf("/") + 1);
    const found = new Map<string, string>();
    await this.relationships(name, ({ Id = "", Target = "", TargetMode }) => {
      if (Id !== "" && TargetMode !== "External") found.set(Id, resolvePart(folder, Target));
    });
    return found;
  }

  /** Resolves to the addresses of the web that a part links to, by id. */
  async links(name: string): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    await this.relationships(name, ({ Id = "", Target = "", TargetMode }) => {
      if (Id !== "" && TargetMode === "External" && /^(?:https?|mailto):/i.test(Target)) found.set(Id, Target);
    });
    return found;
  }

  private async relationships(name: string, take: (attributes: Readonly<Record<string, string>>) => void) {
    const slash = name.lastIndexOf("/") + 1;
    await this.walk(`${name.slice(0, slash)}_rels/${name.slice(slash)}.rels`, {
      open: (tag, attributes) => {
        if (tag === "Relationship") take(attributes());
      },
    });
  }
}

const FALLBACK = "Fallback";

/** Leaves out what is in the document a second time, for programs that do not know the newer form, such as the text of a text box. */
function withoutFallbacks({ open, close, text, isDone }: XmlHandlers): XmlHandlers {
  let depth = 0;
  return {
    ...(isDone && { isDone }),
    open: (name, attributes) => {
      if (name === FALLBACK) depth++;
      else if (depth === 0) open?.(name, attributes);
    },
    text: (said) => {
      if (depth === 0) text?.(said);
    },
    close: (name) => {
      if (name === FALLBACK) depth--;
      else if (depth === 0) close?.(name);
    },
  };
}

export const OLE_SIGNATURE = "d0cf11e0a1b11ae1";

/** Resolves a target relative to a folder within the document. */
export function resolvePart(folder: string, target: string): string {
  const base = `file:///${folder.split("/").map(encodeURIComponent).join("/")}`;
  const path = new URL(target.replace(/%(?![0-9a-f]{2})/gi, "%25"), base).pathname.slice(1);
  try {
    return decodeURIComponent(path);
  } catch {
    // Escapes of another encoding than UTF-8 are a part of the name.
    return path;
  }
}
