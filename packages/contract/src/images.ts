import * as z from 'zod/mini';
import { endpoint, fileAnswer, fileBody } from './endpoint.ts';
import { byId, idSchema } from './ids.ts';

/** What a picture is for. */
export const IMAGE_KINDS = ['banner', 'profile'] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number];

/** The size that each kind of picture is made to, in pixels: cut around its middle. */
export const IMAGE_SIZES: Readonly<Record<ImageKind, { readonly width: number; readonly height: number }>> = {
  banner: { width: 1200, height: 400 },
  profile: { width: 256, height: 256 },
};

/** The largest picture that may be sent; a telephone's photograph is smaller. */
export const IMAGE_LIMIT_BYTES = 6 * 1024 * 1024;

const imageSchema = z.object({
  id: idSchema('Image'),
  kind: z.enum(IMAGE_KINDS),
  /** Its address below this gateway's own, such as `/api/images/…`. */
  address: z.string(),
  width: z.number(),
  height: z.number(),
});

export const images = {
  upload: endpoint({
    method: 'POST',
    path: '/images',
    summary:
      'Send a picture as JPEG, PNG or WebP, up to 6 MB, as the body itself. It is drawn again at the size of its kind, without ' +
      'the file’s metadata. One that no link uses within a day is deleted',
    access: 'user',
    scope: 'links:write',
    query: z.object({ kind: z.enum(IMAGE_KINDS, 'Please say whether the picture is a banner or a profile') }),
    body: fileBody,
    takesKey: true,
    fileLimit: IMAGE_LIMIT_BYTES,
    answer: z.object({ data: imageSchema }),
    success: 201,
    errors: [401, 409, 413, 422, 429],
  }),
  show: endpoint({
    method: 'GET',
    path: '/images/{id}',
    summary: 'A picture of a payment link; the picture at an address never changes',
    access: 'public',
    isOpen: true,
    isLasting: true,
    params: byId('Image'),
    answer: fileAnswer,
    media: 'image/webp',
    errors: [404],
  }),
  preview: endpoint({
    method: 'GET',
    path: '/images/{id}/preview',
    summary:
      'A small copy of a picture, as text that a page can hold: it is there without another request. Some pictures have none',
    access: 'public',
    isOpen: true,
    isLasting: true,
    params: byId('Image'),
    answer: z.object({ data: z.object({ source: z.string().check(z.startsWith('data:image/webp;base64,')) }) }),
    errors: [404],
  }),
} as const;
