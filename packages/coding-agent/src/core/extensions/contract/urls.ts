import type {
  DecoratedLine,
  FileReader,
  LineDecorator,
  ReaderCall,
  ReaderFile,
  ReaderImage,
  ReaderResult,
  ReaderSource,
} from "../../tools/tool-ports.ts";
import type { ToolUrl, UrlCall, UrlContent, UrlEntry, UrlScheme } from "../../tools/urls/url-scheme.ts";
import type { Registration } from "./api.ts";

export type {
  DecoratedLine,
  FileReader,
  LineDecorator,
  ReaderCall,
  ReaderFile,
  ReaderImage,
  ReaderResult,
  ReaderSource,
  ToolUrl,
  UrlCall,
  UrlContent,
  UrlEntry,
  UrlScheme,
};

/** `pi.urls`: resolves URLs of custom schemes in `read`, `grep`, `write`, shell commands and completion. */
export interface ExtensionUrls {
  /** Registers a scheme. If another extension has already registered it, the new one is ignored and reported. */
  register(scheme: UrlScheme): Registration;
}

/** `pi.readers`: controls how `read` shows files that are not plain text. */
export interface ExtensionReaders {
  register(reader: FileReader): Registration;
}

/** `pi.decorators`: controls how `read` and `grep` format their lines. */
export interface ExtensionDecorators {
  /** Formats lines as `grep` does now, for example with the anchors of the edit mode. */
  decorate(lines: readonly DecoratedLine[]): readonly string[];
  register(decorator: LineDecorator): Registration;
}
