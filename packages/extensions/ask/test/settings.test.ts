import { expect, test } from "vitest";
import { askSettings } from "../settings.ts";

test.each([
  [{}, 30, true],
  [{ ask: { timeout: 0 } }, 0, true],
  [{ ask: { timeout: 5, notify: "off" } }, 5, false],
  [{ ask: { timeout: 45_000 } }, 45, true],
  [{ ask: { timeout: 60 }, permissionMode: "plan" }, 0, true],
])("R11, R313: %j", (settings, timeout, notify) => expect(askSettings(settings)).toEqual({ timeout, notify }));
