/** A site whose pages are read better through its API. */
export interface Site {
  readonly name: string;
  /** Returns how to read this page, or `undefined` if it is not a page of the site or is best read as HTML. */
  match(url: URL): SiteRequest | undefined;
}

export interface SiteRequest {
  readonly url: string;
  readonly accept?: string;
  /** Returns Markdown. Throws or returns nothing if the answer is of another form; the page itself is then read. */
  render(body: string): string | undefined;
  /** What is asked if this answer is too long or of another form. */
  readonly otherwise?: SiteRequest;
}

/** Reads fields of JSON from an API without trusting its shape. */
export function fields(json: unknown): Fields {
  const value = typeof json === "object" && json !== null ? (json as Record<string, unknown>) : {};
  return {
    text: (key) =>
      typeof value[key] === "string" ? value[key] : typeof value[key] === "number" ? `${value[key]}` : "",
    at: (key) => fields(value[key]),
    list: (key) => (Array.isArray(value[key]) ? value[key].map((each) => fields(each)) : []),
    texts: (key) => (Array.isArray(value[key]) ? value[key].filter((each) => typeof each === "string") : []),
    keys: () => Object.keys(value),
  };
}

export interface Fields {
  /** Empty if there is neither a text nor a number. */
  text(key: string): string;
  at(key: string): Fields;
  list(key: string): Fields[];
  texts(key: string): string[];
  keys(): string[];
}

/** Joins the parts that are not empty with an empty line between them. */
export function paragraphs(...parts: readonly string[]): string {
  return parts.filter((part) => part.trim() !== "").join("\n\n");
}

/** Lists facts as `- name: value`, without those that are unknown. */
export function facts(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `- ${name}: ${value}`)
    .join("\n");
}
