const START = "\x1b[200~";
const END = "\x1b[201~";

export interface InputPart {
  readonly kind: "keys" | "paste";
  readonly text: string;
}

/** Separates pasted text from keys, even where the paste brackets arrive in different inputs. */
export class BracketedPaste {
  private pending: string[] | undefined;

  take(data: string): InputPart[] {
    const parts: InputPart[] = [];
    let rest = data;
    while (rest !== "") rest = this.pending ? this.takePaste(this.pending, rest, parts) : this.takeKeys(rest, parts);
    return parts;
  }

  private takeKeys(data: string, parts: InputPart[]): string {
    const start = data.indexOf(START);
    const keys = start < 0 ? data : data.slice(0, start);
    if (keys !== "") parts.push({ kind: "keys", text: keys });
    if (start < 0) return "";
    this.pending = [];
    return data.slice(start + START.length);
  }

  private takePaste(pending: string[], data: string, parts: InputPart[]): string {
    const end = data.indexOf(END);
    pending.push(end < 0 ? data : data.slice(0, end));
    if (end < 0) return "";
    parts.push({ kind: "paste", text: pending.join("") });
    this.pending = undefined;
    return data.slice(end + END.length);
  }
}
