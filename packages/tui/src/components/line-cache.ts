/** The lines a component drew last. Handing out the same array again is how a component says that nothing changed. */
export class LineCache {
  private width = -1;
  private lines: string[] | undefined;

  get(width: number, draw: () => string[]): string[] {
    if (this.lines === undefined || this.width !== width) {
      this.lines = draw();
      this.width = width;
    }
    return this.lines;
  }

  clear(): void {
    this.lines = undefined;
  }
}
