import type { ModelRequest } from "./model-request.ts";
import type { ModelReply } from "./turn.ts";

/** The answers of the model: always the same, one reply after the other, or a function of the request. */
export type ModelScript =
  | ModelReply
  | readonly ModelReply[]
  | ((request: ModelRequest) => ModelReply | Promise<ModelReply>);

/** Returns the replies of a script; after the end of a list, an error that no client retries. */
export class ScriptReader {
  private readonly script: ModelScript;
  private next = 0;

  constructor(script: ModelScript) {
    this.script = script;
  }

  async reply(request: ModelRequest): Promise<ModelReply> {
    if (typeof this.script === "function") return await this.script(request);
    if (isList(this.script)) return this.script[this.next++] ?? { failure: "invalid-request" };
    return this.script;
  }
}

function isList(script: ModelScript): script is readonly ModelReply[] {
  return Array.isArray(script);
}
