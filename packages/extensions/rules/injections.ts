import type { ExtensionAPI } from "@tau/coding-agent";

type Change =
  | { readonly kind: "stream"; readonly name: string; readonly turn: number }
  | { readonly kind: "file"; readonly name: string }
  | { readonly kind: "compacted" };

interface Injected {
  /** The turn in which each stream rule last spoke up. */
  readonly stream: Readonly<Record<string, number>>;
  /** Rules that were added when a file was touched, and are still in the context. */
  readonly files: readonly string[];
}

/** The rules that the model has been given on this branch. The log keeps them across restarts. */
export class Injections {
  private readonly state: ReturnType<typeof fold>;

  constructor(pi: ExtensionAPI) {
    this.state = fold(pi);
  }

  turnOf(name: string): number | undefined {
    return this.state.get().stream[name];
  }

  hasFile(name: string): boolean {
    return this.state.get().files.includes(name);
  }

  add(change: Change): void {
    this.state.append(change);
  }
}

function fold(pi: ExtensionAPI) {
  const initial: Injected = { stream: {}, files: [] };
  return pi.state.fold<Injected, Change>("injected", initial, (state, change) => {
    if (change.kind === "stream") return { ...state, stream: { ...state.stream, [change.name]: change.turn } };
    if (change.kind === "compacted") return { ...state, files: [] };
    return state.files.includes(change.name) ? state : { ...state, files: [...state.files, change.name] };
  });
}
