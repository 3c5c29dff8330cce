import { base64Url } from "../base64-url.ts";

/** A JSON Web Token signed with RS256 by a PKCS#8 key in PEM form. */
export async function signJwt(claims: object, pem: string, keyId?: string): Promise<string> {
  const header = { alg: "RS256", typ: "JWT", ...(keyId && { kid: keyId }) };
  const signed = `${encode(JSON.stringify(header))}.${encode(JSON.stringify(claims))}`;
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("pkcs8", decodePem(pem), algorithm, false, ["sign"]);
  const signature = await crypto.subtle.sign(algorithm, key, new TextEncoder().encode(signed));
  return `${signed}.${base64Url(new Uint8Array(signature))}`;
}

function encode(text: string): string {
  return base64Url(new TextEncoder().encode(text));
}

function decodePem(pem: string): Uint8Array<ArrayBuffer> {
  const binary = atob(pem.replace(/-----[A-Z ]+-----/g, "").replace(/\s/g, ""));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}
