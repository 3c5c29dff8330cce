export type TelemetryAttribute = string | number | boolean | readonly string[] | readonly number[] | readonly boolean[];
export type TelemetryAttributes = Record<string, TelemetryAttribute | undefined>;

export type TelemetryStatus = { status: "ok" } | { status: "error"; error?: { name: string; message: string } };

/** A span of a tracer. Nothing is recorded unless a request has one. */
export interface TelemetrySpan {
  /** Starts a child span, which lasts until the result of the callback has settled. */
  startSpan<T>(
    options: { name: string; attributes?: TelemetryAttributes },
    callback: (span: TelemetrySpan) => T | Promise<T>,
  ): Promise<T>;
  addEvent(name: string, attributes?: TelemetryAttributes): void;
  setAttributes(attributes: TelemetryAttributes): void;
  setStatus(status: TelemetryStatus): void;
}
