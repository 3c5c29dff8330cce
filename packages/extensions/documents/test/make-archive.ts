import { crc32, deflateRawSync } from "node:zlib";

export interface ZipPart {
  readonly name: string;
  readonly content?: string | Uint8Array;
  /** Unix mode, such as 0o120777 for a symbolic link. */
  readonly mode?: number;
  readonly isStored?: boolean;
  readonly isEncrypted?: boolean;
  /** A size to claim instead of the true one. */
  readonly size?: number;
}

/** Writes a zip archive. */
export function makeZip(parts: readonly ZipPart[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const content = Buffer.from(part.content ?? "");
    const packed = part.isStored ? content : deflateRawSync(content, { level: 1 });
    const name = Buffer.from(part.name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt8(3, 5);
    central.writeUInt16LE(0x800 | (part.isEncrypted ? 1 : 0), 8);
    central.writeUInt16LE(part.isStored ? 0 : 8, 10);
    central.writeUInt32LE(crc32(content), 16);
    central.writeUInt32LE(packed.length, 20);
    central.writeUInt32LE(part.size ?? content.length, 24);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt32LE(((part.mode ?? 0o100644) << 16) >>> 0, 38);
    central.writeUInt32LE(offset, 42);
    files.push(local, name, packed);
    directory.push(central, name);
    offset += 30 + name.length + packed.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, central, end]);
}

export interface TarPart {
  readonly name: string;
  readonly content?: string;
  readonly type?: string;
  readonly target?: string;
}

/** Writes a tar archive. A name above 100 bytes gets a GNU header. */
export function makeTar(parts: readonly TarPart[]): Buffer {
  const blocks = parts.flatMap((part) => {
    const isLong = Buffer.byteLength(part.name) > 100;
    return [
      ...(isLong ? tarEntry({ name: "././@LongLink", content: `${part.name}\0`, type: "L" }) : []),
      ...tarEntry(part),
    ];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

function tarEntry({ name, content = "", type = "0", target = "" }: TarPart): Buffer[] {
  const body = Buffer.from(content);
  const header = Buffer.alloc(512);
  header.write(name.slice(0, 100), 0);
  header.write("0000644\0", 100);
  header.write(`${body.length.toString(8).padStart(11, "0")}\0`, 124);
  header.write("        ", 148);
  header.write(type, 156);
  header.write(target, 157);
  header.write("ustar\0", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return [header, body, Buffer.alloc((512 - (body.length % 512)) % 512)];
}
