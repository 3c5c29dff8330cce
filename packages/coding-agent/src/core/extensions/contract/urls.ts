import type {
  DecoratedLine,
  FileReader,
  LineDecorator,
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
  ReaderImage,
  ReaderResult,
  ReaderSource,
  ToolUrl,
  UrlCall,
  UrlContent,
  UrlEntry,
  UrlScheme,
};

/** `pi.urls`: what a URL stands for in `read`, `grep`, `write`, the words of shell commands, and completion. */
export interface ExtensionUrls {
  /** A scheme that another extension has registered is passed over, and reported. */
  register(scheme: UrlScheme): Registration;
}

/** `pi.readers`: how `read` shows files that are no plain text. */
export interface ExtensionReaders {
  register(reader: FileReader): Registration;
}

/** `pi.decorators`: how `read` and `grep` write their lines. */
export interface ExtensionDecorators {
  register(decorator: LineDecorator): Registration;
}
