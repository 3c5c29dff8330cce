import type { OverlayAnchor, OverlayBounds, OverlayOptions, SizeValue } from "./overlay.ts";

const DEFAULT_WIDTH = 80;

export interface OverlaySize {
  readonly width: number;
  readonly maxHeight: number;
}

interface Room {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the width of an overlay and the maximum number of its rows. */
export function overlaySize(options: OverlayOptions, columns: number, rows: number): OverlaySize {
  const room = roomOf(options, columns, rows);
  const wanted = sizeOf(options.width, columns) ?? Math.min(DEFAULT_WIDTH, room.width);
  const width = clamp(Math.max(wanted, options.minWidth ?? 0), 1, room.width);
  const maxHeight = clamp(sizeOf(options.maxHeight, rows) ?? room.height, 1, room.height);
  return { width, maxHeight };
}

/** Returns the position of an overlay of this size, always within the margins. */
export function overlayBounds(
  options: OverlayOptions,
  size: { width: number; height: number },
  columns: number,
  rows: number,
  contentRows = rows,
): OverlayBounds {
  const room = roomOf(options, columns, rows);
  const { vertical, horizontal } = ANCHORS[options.anchor ?? "center"];
  const freeRows = room.height - size.height;
  const freeColumns = room.width - size.width;
  const anchored = positionOf(options.row, room.top, freeRows, vertical) + (options.offsetY ?? 0);
  const row = Math.min(anchored, contentRows - (options.contentOverlap ?? contentRows - anchored));
  const col = positionOf(options.col, room.left, freeColumns, horizontal) + (options.offsetX ?? 0);
  return {
    row: clamp(row, room.top, room.top + freeRows),
    col: clamp(col, room.left, room.left + freeColumns),
    ...size,
  };
}

/** The share of the free space that lies before the overlay. */
const ANCHORS: Record<OverlayAnchor, { vertical: number; horizontal: number }> = {
  center: { vertical: 0.5, horizontal: 0.5 },
  "top-left": { vertical: 0, horizontal: 0 },
  "top-center": { vertical: 0, horizontal: 0.5 },
  "top-right": { vertical: 0, horizontal: 1 },
  "left-center": { vertical: 0.5, horizontal: 0 },
  "right-center": { vertical: 0.5, horizontal: 1 },
  "bottom-left": { vertical: 1, horizontal: 0 },
  "bottom-center": { vertical: 1, horizontal: 0.5 },
  "bottom-right": { vertical: 1, horizontal: 1 },
};

function roomOf({ margin = 0 }: OverlayOptions, columns: number, rows: number): Room {
  const sides = typeof margin === "number" ? { top: margin, right: margin, bottom: margin, left: margin } : margin;
  const top = clamp(sides.top ?? 0, 0, rows - 1);
  const left = clamp(sides.left ?? 0, 0, columns - 1);
  return {
    top,
    left,
    width: Math.max(1, columns - left - Math.max(0, sides.right ?? 0)),
    height: Math.max(1, rows - top - Math.max(0, sides.bottom ?? 0)),
  };
}

function positionOf(value: SizeValue | undefined, start: number, free: number, anchor: number): number {
  if (typeof value === "number") return Math.floor(value);
  const share = value === undefined ? anchor : (percentOf(value) ?? anchor);
  return start + Math.floor(free * share);
}

function sizeOf(value: SizeValue | undefined, whole: number): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "number") return Math.floor(value);
  const share = percentOf(value);
  return share === undefined ? undefined : Math.floor(whole * share);
}

function percentOf(value: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)%$/.exec(value);
  return match ? Number(match[1]) / 100 : undefined;
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}
