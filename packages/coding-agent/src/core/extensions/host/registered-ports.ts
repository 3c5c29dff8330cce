import type { FileReader, LineDecorator, ToolPorts } from "../../tools/tool-ports.ts";
import type { UrlScheme } from "../../tools/urls/url-scheme.ts";
import { ExtensionHostError } from "../extension-host-error.ts";

interface Owned<T> {
  readonly value: T;
  readonly owner: string;
}

type Report = (extensionPath: string, event: string, error: unknown) => void;

/** Schemes that belong to the session, and `file`. */
const RESERVED: ReadonlySet<string> = new Set(["file", "artifact", "skill", "blob"]);
const SCHEME = /^[a-z][a-z0-9+.-]*$/i;

/**
 * The schemes, readers and decorators that the extensions of a generation have registered for
 * the session's tools. The first extension to register a name wins.
 */
export class RegisteredPorts implements ToolPorts {
  private readonly owned = {
    schemes: [] as Owned<UrlScheme>[],
    readers: [] as Owned<FileReader>[],
    decorators: [] as Owned<LineDecorator>[],
  };
  private readonly report: Report;

  constructor(report: Report) {
    this.report = report;
  }

  get schemes(): readonly UrlScheme[] {
    return this.owned.schemes.map(({ value }) => value);
  }

  get readers(): readonly FileReader[] {
    return this.owned.readers.map(({ value }) => value);
  }

  get decorators(): readonly LineDecorator[] {
    return this.owned.decorators.map(({ value }) => value);
  }

  addScheme(value: UrlScheme, owner: string): () => void {
    const name = String(value?.scheme);
    if (!SCHEME.test(name) || (typeof value.read !== "function" && typeof value.locate !== "function"))
      throw invalid(`"${name}" cannot be registered: a scheme needs a name such as "notes", and read or locate.`);
    if (RESERVED.has(name.toLowerCase())) throw invalid(`${name}:// is Tau's own, and cannot be registered.`);
    return this.add(this.owned.schemes, value, owner, ({ scheme }) => `${scheme.toLowerCase()}://`, "register_url");
  }

  addReader(value: FileReader, owner: string): () => void {
    const { name, extensions = [], contentTypes = [], read } = value ?? {};
    if (typeof name !== "string" || typeof read !== "function" || extensions.length + contentTypes.length === 0)
      throw invalid("A reader needs a name, read, and extensions or contentTypes.");
    return this.add(this.owned.readers, value, owner, (each) => each.name, "register_reader");
  }

  /** Adds a decorator. If it throws, the error is reported and the lines stay unchanged. */
  addDecorator(value: LineDecorator, owner: string): () => void {
    if (typeof value?.name !== "string" || typeof value.decorate !== "function")
      throw invalid("A line decorator needs a name and decorate.");
    const decorate: LineDecorator["decorate"] = (lines, context) => {
      try {
        return value.decorate(lines, context);
      } catch (error) {
        this.report(owner, `line decorator ${value.name}`, error);
        return lines.map(({ text }) => text);
      }
    };
    return this.add(
      this.owned.decorators,
      { name: value.name, decorate },
      owner,
      (each) => each.name,
      "register_decorator",
    );
  }

  private add<T>(list: Owned<T>[], value: T, owner: string, nameOf: (value: T) => string, event: string): () => void {
    const name = nameOf(value);
    const earlier = list.find((each) => nameOf(each.value) === name);
    if (earlier && earlier.owner !== owner) {
      this.report(
        owner,
        event,
        new ExtensionHostError("invalid-registration", `${name} is passed over: ${earlier.owner} has registered it.`),
      );
      return () => undefined;
    }
    const added = { value, owner };
    // If an extension registers a name again, the new value replaces the old one: its code may have been loaded a second time.
    if (earlier) list[list.indexOf(earlier)] = added;
    else list.push(added);
    return () => {
      const at = list.indexOf(added);
      if (at >= 0) list.splice(at, 1);
    };
  }
}

function invalid(message: string): ExtensionHostError {
  return new ExtensionHostError("invalid-registration", message);
}
