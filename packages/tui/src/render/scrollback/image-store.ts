import type { FigurePart, ImageFigure, StoredImage } from "../../images/figure.ts";

/** The bytes that show an image at the cursor, and the number by which this placement can be removed. */
export interface ShownImage {
  readonly bytes: string;
  readonly placement: number;
}

interface HeldImage {
  readonly digest: string;
  readonly size: number;
  /** The bytes that free the image data. */
  readonly free: string;
  readonly placements: Set<number>;
  /** Whether a placement is in the scrollback. It stays visible there only as long as the terminal keeps the data. */
  inScrollback: boolean;
  /** Whether the last `show` also sent the data. */
  justSent: boolean;
}

/** The limit for data of images that are not on the screen. An image that returns within it is not sent again. */
const MAX_IDLE_BYTES = 32 * 1024 * 1024;

/**
 * The images stored in the terminal: sent once, then shown, moved and hidden by number. Data are freed on exit, when too
 * many unused images are kept, or when the terminal has lost them. Data of an image in the scrollback are never freed.
 */
export class ImageStore {
  /** By image number, the most recently shown last. */
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

  /** Records that a placement has scrolled into the scrollback. */
  leave({ stored }: ImageFigure, placement: number): void {
    const held = stored && this.held.get(stored.imageId);
    if (!held) return;
    held.placements.delete(placement);
    held.inScrollback = true;
  }

  /** Returns the bytes that free the images that are not shown anywhere. */
  free(): string[] {
    return this.freeIdle(0);
  }

  /** Records that the terminal lost an image. Returns whether to send it again: not if it was refused right after sending. */
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
