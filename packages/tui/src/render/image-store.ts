import type { FigurePart, ImageFigure, StoredImage } from "../images/figure.ts";

/** Bytes that show an image at the cursor, and the number under which this showing can be taken away. */
export interface ShownImage {
  readonly bytes: string;
  readonly placement: number;
}

interface HeldImage {
  readonly digest: string;
  readonly size: number;
  /** Bytes that free it. */
  readonly free: string;
  readonly placements: Set<number>;
  /** A showing of it is in the scrollback, where it stays as long as the data do. */
  inScrollback: boolean;
  /** Whether its last showing sent the data too. */
  justSent: boolean;
}

/** Of images that are not on the screen. One that comes back is not sent again. */
const MAX_IDLE_BYTES = 32 * 1024 * 1024;

/**
 * The images that the terminal keeps for us: sent once, then shown, moved and hidden by number. Data go when the program does, when
 * too many are kept for nothing, or when the terminal has lost them; those of an image in the scrollback are never freed.
 */
export class ImageStore {
  /** By number, those shown last at the end. */
  private readonly held = new Map<number, HeldImage>();
  private lastPlacement = 0;

  show(image: ImageFigure, part?: FigurePart): ShownImage {
    const { stored } = image;
    const placement = ++this.lastPlacement;
    if (!stored) return { bytes: image.draw(part), placement };
    const known = this.held.get(stored.imageId);
    const isHeld = known?.digest === stored.digest;
    const held = isHeld ? known : heldImage(stored, image.size);
    held.justSent = !isHeld;
    held.placements.add(placement);
    this.held.delete(stored.imageId);
    this.held.set(stored.imageId, held);
    const sent = isHeld ? "" : stored.send();
    return { bytes: sent + image.draw(part, placement) + this.freeIdle(MAX_IDLE_BYTES).join(""), placement };
  }

  hide({ stored }: ImageFigure, placement: number): string {
    if (!stored) return "";
    this.held.get(stored.imageId)?.placements.delete(placement);
    return stored.hide(placement);
  }

  /** A showing has gone into the scrollback. */
  leave({ stored }: ImageFigure, placement: number): void {
    const held = stored && this.held.get(stored.imageId);
    if (!held) return;
    held.placements.delete(placement);
    held.inScrollback = true;
  }

  /** Bytes that free what is not shown anywhere. */
  free(): string[] {
    return this.freeIdle(0);
  }

  /** The terminal does not have it. Returns whether to send it again: not if it was refused as soon as it was sent. */
  lose(imageId: number): boolean {
    const held = this.held.get(imageId);
    if (!held || held.justSent) return false;
    this.held.delete(imageId);
    return true;
  }

  private freeIdle(limit: number): string[] {
    const idle = [...this.held].filter(([, held]) => held.placements.size === 0 && !held.inScrollback);
    let bytes = idle.reduce((sum, [, { size }]) => sum + size, 0);
    const freed: string[] = [];
    for (const [imageId, { size, free }] of idle) {
      if (bytes <= limit) break;
      bytes -= size;
      this.held.delete(imageId);
      freed.push(free);
    }
    return freed;
  }
}

function heldImage({ digest, free }: StoredImage, size: number): HeldImage {
  return { digest, size, free: free(), placements: new Set(), inScrollback: false, justSent: true };
}
