import type { Component } from "../component.ts";
import type { TuiMouseDispatchResult, TuiMouseEvent, TuiMouseEventResult } from "../mouse.ts";

/** Offers the event to a component. Returns its answer with the component that gave it, or undefined if the event was not handled. */
export function dispatchMouse(component: Component, event: TuiMouseEvent): TuiMouseDispatchResult | undefined {
  const result = component.handleMouse?.(event);
  if (!result?.handled && !result?.capture && !result?.focus) return undefined;
  if (isDispatched(result)) return result;
  return {
    ...result,
    handled: true,
    ...(result.focus ? { focusTarget: component } : {}),
    target: {
      component,
      originX: event.screenX - event.x,
      originY: event.screenY - event.y,
      width: event.width,
      height: event.height,
    },
  };
}

/** Whether a component inside has answered already. */
function isDispatched(result: TuiMouseEventResult): result is TuiMouseDispatchResult {
  return "target" in result;
}
