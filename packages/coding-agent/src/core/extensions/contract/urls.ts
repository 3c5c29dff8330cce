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
import type { ExtensionContext } from "./context.ts";

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

/** A call of a scheme that an extension has registered. */
export interface ExtensionUrlCall extends UrlCall {
  readonly ctx: ExtensionContext;
}

type Answer<T> = T | Promise<T>;

/** A scheme as an extension registers it: its methods get the context of the session. */
export interface ExtensionUrlScheme extends Omit<UrlScheme, "read" | "locate" | "write" | "complete"> {
  read?(url: ToolUrl, call: ExtensionUrlCall): Answer<UrlContent>;
  locate?(url: ToolUrl, call: ExtensionUrlCall): Answer<string>;
  write?(url: ToolUrl, content: string, call: ExtensionUrlCall): Answer<void>;
  complete?(typed: string, call: ExtensionUrlCall): Answer<readonly string[]>;
}

/** `pi.urls`: resolves URLs of custom schemes in `read`, `grep`, `write`, shell commands and completion. */
export interface ExtensionUrls {
  /** Registers a scheme. If another extension has already registered it, the new one is ignored and reported. */
  register(scheme: ExtensionUrlScheme): Registration;
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
