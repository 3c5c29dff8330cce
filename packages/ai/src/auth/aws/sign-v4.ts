import { hex } from "../hex.ts";

export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

export interface UnsignedRequest {
  readonly method: string;
  readonly url: string;
  /** All headers are signed. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SigningScope {
  readonly region: string;
  readonly service: string;
  readonly credentials: AwsCredentials;
  readonly date?: Date;
}

const ALGORITHM = "AWS4-HMAC-SHA256";

/** Returns the headers that AWS Signature Version 4 adds to a request. */
export async function signV4(request: UnsignedRequest, scope: SigningScope): Promise<Record<string, string>> {
  const { region, service, credentials, date = new Date() } = scope;
  const timestamp = date.toISOString().replace(/[-:]|\.\d{3}/g, "");
  const day = timestamp.slice(0, 8);
  const added = {
    "x-amz-date": timestamp,
    ...(credentials.sessionToken && { "x-amz-security-token": credentials.sessionToken }),
  };
  const headers = { ...request.headers, host: new URL(request.url).host, ...added };
  const names = Object.keys(headers)
    .map((name) => name.toLowerCase())
    .sort();
  const credentialScope = `${day}/${region}/${service}/aws4_request`;
  const canonical = await canonicalRequest(request, headers, names);
  const toSign = [ALGORITHM, timestamp, credentialScope, hex(await sha256(canonical))].join("\n");
  let key: BufferSource = new TextEncoder().encode(`AWS4${credentials.secretAccessKey}`);
  for (const part of [day, region, service, "aws4_request"]) key = await hmac(key, part);
  const signature = hex(await hmac(key, toSign));
  const credential = `${credentials.accessKeyId}/${credentialScope}`;
  return {
    ...added,
    authorization: `${ALGORITHM} Credential=${credential}, SignedHeaders=${names.join(";")}, Signature=${signature}`,
  };
}

async function canonicalRequest(
  { method, url, body }: UnsignedRequest,
  headers: Record<string, string>,
  names: readonly string[],
): Promise<string> {
  const { pathname, searchParams } = new URL(url);
  const query = [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join("&");
  const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const lines = names.map((name) => `${name}:${lower.get(name)?.trim().replace(/\s+/g, " ")}\n`).join("");
  // Every service except S3 signs the path encoded once more than it is sent.
  const path = pathname.split("/").map(encode).join("/");
  return [method, path, query, lines, names.join(";"), hex(await sha256(body))].join("\n");
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

function sha256(text: string): Promise<ArrayBuffer> {
  return crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
}

async function hmac(key: BufferSource, text: string): Promise<ArrayBuffer> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
  return crypto.subtle.sign("HMAC", imported, new TextEncoder().encode(text));
}
