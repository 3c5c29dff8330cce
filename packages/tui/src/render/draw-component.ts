import type { Component } from "../component.ts";
import { stripTerminalSequences } from "../text/neutralize.ts";
import { truncateToWidth } from "../text/truncate-text.ts";

export type RenderErrorListener = (error: unknown, component: Component) => void;

interface Failure {
  readonly text: string;
  readonly width: number;
  readonly lines: string[];
}

const failures = new WeakMap<Component, Failure>();
const listeners = new Set<RenderErrorListener>();

/**
 * Renders a component. If it throws, returns one line with its name and the error instead, so that a single component
 * cannot break the screen. Listeners are notified once for each error.
 */
export function drawComponent(component: Component, width: number): string[] {
  try {
    return component.render(width);
  } catch (error) {
    return drawFailure(component, error, width);
  }
}

/** Adds a listener. Returns a function that removes it. */
export function onRenderError(listener: RenderErrorListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function drawFailure(component: Component, error: unknown, width: number): string[] {
  const message = error instanceof Error ? error.message : String(error);
  const name = component.constructor.name || "A component";
  const text = stripTerminalSequences(`[${name} could not be drawn: ${message}]`).replaceAll("\n", " ");
  const before = failures.get(component);
  if (before?.text === text && before.width === width) return before.lines;
  const lines = [`\x1b[31m${truncateToWidth(text, width)}\x1b[39m`];
  failures.set(component, { text, width, lines });
  if (before?.text !== text) for (const listener of listeners) listener(error, component);
  return lines;
}
