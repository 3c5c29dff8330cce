export type TelemetryAttribute = string | number | boolean | readonly string[] | readonly number[] | readonly boolean[];
export type TelemetryAttributes = Record<string, TelemetryAttribute | undefined>;

export type TelemetryStatus = { status: "ok" } | { status: "error"; error?: { name: string; message: string } };

/** A stretch of a program's work as some tracer records it. Nothing is recorded unless a request is given one. */
export interface TelemetrySpan {
  /** A span below this one, which lasts until what the callback returns has settled. */
  startSpan<T>(
    options: { name: string; attributes?: TelemetryAttributes },
    callback: (span: TelemetrySpan) => T | Promise<T>,
  ): Promise<T>;
  addEvent(name: string, attributes?: TelemetryAttributes): void;
  setAttributes(attributes: TelemetryAttributes): void;
  setStatus(status: TelemetryStatus): void;
}
