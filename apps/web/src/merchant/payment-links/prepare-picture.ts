import { IMAGE_LIMIT_BYTES, IMAGE_SIZES, type ImageKind } from '@kobogate/contract';

/** A smaller picture is sent unchanged: there is little to save. */
const SMALL_BYTES = 300_000;
const QUALITY = 0.9;

/**
 * The bytes to send for a picture: a large photograph is cut to its kind's shape and size first, so that a phone on a
 * slow network sends a hundred kilobytes and not six megabytes. A picture that the browser can't read is sent
 * unchanged, and the server says what is wrong. Null where it is too large to be sent.
 */
export async function preparePicture(file: File, kind: ImageKind): Promise<Uint8Array<ArrayBuffer> | null> {
  const smaller = file.size > SMALL_BYTES ? await shrink(file, kind).catch(() => null) : null;
  const sent = smaller ?? file;
  return sent.size > IMAGE_LIMIT_BYTES ? null : new Uint8Array(await sent.arrayBuffer());
}

async function shrink(file: File, kind: ImageKind): Promise<Blob | null> {
  const { width, height } = IMAGE_SIZES[kind];
  const picture = await createImageBitmap(file);
  const scale = Math.max(width / picture.width, height / picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const [wide, high] = [picture.width * scale, picture.height * scale];
  canvas.getContext('2d')?.drawImage(picture, (width - wide) / 2, (height - high) / 2, wide, high);
  picture.close();
  // WebP keeps transparency; a browser that can't write it writes PNG.
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', QUALITY));
}
