import { RequestError } from "../../ai-error.ts";
import type { HttpProxy } from "./proxy-for.ts";

export function proxyUnreachable({ url, variable }: HttpProxy, cause: Error): RequestError {
  const { code } = cause as { code?: string };
  return new RequestError(
    `The proxy ${url.host}, which ${variable} names, cannot be reached (${code ?? cause.message}). Check the variable, or list the host in NO_PROXY.`,
    { code: "network", ...(code && { body: code }), cause },
  );
}

export function proxyRefused({ url, variable }: HttpProxy, target: string, status: number): RequestError {
  const advice =
    status === 407
      ? `Check the user and password in ${variable}.`
      : `Ask who runs it to allow that host, or list the host in NO_PROXY.`;
  return new RequestError(`The proxy ${url.host} refused to connect to ${target} (HTTP ${status}). ${advice}`, {
    code: status === 407 ? "auth" : "network",
    status,
  });
}
