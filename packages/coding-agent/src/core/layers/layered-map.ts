/** A map whose entries cover earlier entries of the same key. Removing an entry restores the one it covered. */
export class LayeredMap<K, V> extends Map<K, V> {
  private readonly layers = new Map<K, readonly { readonly value: V }[]>();

  /** Adds an entry. Returns a function that removes this one entry. */
  add(key: K, value: V): () => void {
    const added = { value };
    this.layers.set(key, [...(this.layers.get(key) ?? []), added]);
    this.set(key, value);
    return () => this.remove(key, added);
  }

  private remove(key: K, gone: { readonly value: V }): void {
    const layers = this.layers.get(key) ?? [];
    if (!layers.includes(gone)) return;
    const rest = layers.filter((layer) => layer !== gone);
    this.layers.set(key, rest);
    const top = rest.at(-1);
    if (top) this.set(key, top.value);
    else this.delete(key);
  }
}
