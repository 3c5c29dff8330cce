import type { Session } from "node:inspector";

/** A value as the inspector describes it. */
export interface RemoteValue {
  readonly type: string;
  readonly value?: unknown;
  readonly unserializableValue?: string;
  readonly description?: string;
  readonly objectId?: string;
}

const TAKE = "tau.kernel.take";

/** Turns descriptions of the inspector back into the values, which are in this same thread. */
export class InspectorValues {
  private readonly session: Session;
  private taken: unknown;

  constructor(session: Session) {
    this.session = session;
    const take = (value: unknown) => {
      this.taken = value;
    };
    Object.defineProperty(globalThis, Symbol.for(TAKE), { value: take });
  }

  take({ objectId, unserializableValue, value, type }: RemoteValue): unknown {
    if (type === "bigint") return BigInt(String(unserializableValue).slice(0, -1));
    if (unserializableValue !== undefined) return Number(unserializableValue);
    if (objectId === undefined) return value;
    const functionDeclaration = `function () { "use strict"; globalThis[Symbol.for("${TAKE}")](this); }`;
    this.session.post("Runtime.callFunctionOn", { objectId, functionDeclaration });
    this.session.post("Runtime.releaseObject", { objectId });
    const { taken } = this;
    this.taken = undefined;
    return taken;
  }
}
