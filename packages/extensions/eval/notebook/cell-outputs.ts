import type { CellFailure } from "../kernel/cell.ts";
import type { Bundle } from "../kernel/protocol.ts";

const MOST_STREAM = 1_000_000;

/** Collects the outputs of a cell in the form that notebooks store. */
export class CellOutputs {
  private readonly outputs: object[] = [];
  private stream = "";

  text(text: string): void {
    if (this.stream.length < MOST_STREAM) this.stream += text;
  }

  bundle(bundle: Bundle): void {
    this.endStream();
    const data = Object.fromEntries(
      Object.entries(bundle).map(([type, value]) => [type, type === "application/json" ? parsed(value) : value]),
    );
    this.outputs.push({ output_type: "display_data", data, metadata: {} });
  }

  failure({ name, message, text }: CellFailure): void {
    this.endStream();
    this.outputs.push({ output_type: "error", ename: name, evalue: message, traceback: text.split("\n") });
  }

  list(): readonly object[] {
    this.endStream();
    return this.outputs;
  }

  private endStream(): void {
    if (this.stream === "") return;
    const text = this.stream.split("\n").map((line, index, all) => (index < all.length - 1 ? `${line}\n` : line));
    this.outputs.push({ output_type: "stream", name: "stdout", text: text.filter((line) => line !== "") });
    this.stream = "";
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
