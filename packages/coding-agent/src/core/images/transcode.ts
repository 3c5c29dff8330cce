/** The worker's input. */
export interface TranscodeRequest {
  /** Path of the image library, which the worker cannot resolve without a module location of its own. */
  readonly library: string;
  readonly bytes: Uint8Array;
  readonly orientation: number;
  readonly maxWidth: number;
  readonly maxHeight: number;
  readonly maxBytes: number;
  readonly keepJpeg: boolean;
  readonly jpegQuality: number;
}

/** The worker's answer; `undefined` if the image is damaged or cannot be made small enough. */
export type TranscodeAnswer =
  | { readonly bytes: Uint8Array; readonly mimeType: string; readonly width: number; readonly height: number }
  | undefined;

type Photon = typeof import("@silvia-odwyer/photon-node");

type PhotonImage = InstanceType<Photon["PhotonImage"]>;

/**
 * Returns the program of a worker that rotates, scales and encodes one image until it fits. It is passed as text,
 * because in a bundle the worker has no module of its own. The library panics on damaged images and is unusable
 * afterwards, so each worker handles one image and ends.
 */
export function workerSource(): string {
  return `
    const { parentPort, workerData } = require("node:worker_threads");
    ${turn.toString()}
    ${encode.toString()}
    const answer = (${transcode.toString()})(workerData, require(workerData.library), ${turn.name}, ${encode.name});
    parentPort.postMessage(answer);
  `;
}

// The functions below are passed to the worker as text, so they must not use anything defined outside themselves.

function transcode(
  request: TranscodeRequest,
  photon: Photon,
  turnImage: typeof turn,
  encodeImage: typeof encode,
): TranscodeAnswer {
  const image = turnImage(photon.PhotonImage.new_from_byteslice(request.bytes), request.orientation, photon);
  const [width, height] = [image.get_width(), image.get_height()];
  for (let scale = Math.min(1, request.maxWidth / width, request.maxHeight / height); ; scale *= 0.75) {
    const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
    const triangle = 2;
    const scaled = scale === 1 ? image : photon.resize(image, size.width, size.height, triangle);
    const encoded = encodeImage(scaled, request);
    if (encoded) return { ...encoded, ...size };
    if (size.width === 1 && size.height === 1) return undefined;
  }
}

/** Rotates pixel by pixel, because the library's own rotation blurs the edges. */
function turn(image: PhotonImage, orientation: number, photon: Photon): PhotonImage {
  if (orientation === 1) return image;
  const [width, height] = [image.get_width(), image.get_height()];
  const isSideways = orientation >= 5;
  const [newWidth, newHeight] = isSideways ? [height, width] : [width, height];
  const mirrorsX = [2, 3, 7, 8].includes(orientation);
  const mirrorsY = [3, 4, 6, 7].includes(orientation);
  const pixels = new Uint32Array(image.get_raw_pixels().buffer);
  const turned = new Uint32Array(pixels.length);
  for (let at = 0; at < turned.length; at++) {
    const [column, row] = [at % newWidth, Math.floor(at / newWidth)];
    const [x, y] = isSideways ? [row, column] : [column, row];
    turned[at] = pixels[(mirrorsY ? height - 1 - y : y) * width + (mirrorsX ? width - 1 - x : x)] ?? 0;
  }
  return new photon.PhotonImage(new Uint8Array(turned.buffer), newWidth, newHeight);
}

function encode(image: PhotonImage, { keepJpeg, jpegQuality, maxBytes }: TranscodeRequest) {
  const png = keepJpeg ? undefined : image.get_bytes();
  if (png && png.length <= maxBytes) return { bytes: png, mimeType: "image/png" };
  for (const quality of [jpegQuality, 70, 55, 40]) {
    const jpeg = image.get_bytes_jpeg(quality);
    if (jpeg.length <= maxBytes) return { bytes: jpeg, mimeType: "image/jpeg" };
  }
  return undefined;
}
