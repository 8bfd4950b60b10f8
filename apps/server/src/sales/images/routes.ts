import { endpoints } from '@kobogate/contract';
import { notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { type Route, route } from '../../platform/route.ts';
import { loadImage } from '../payment-links/db.ts';
import { createPreviews } from './preview-image.ts';
import { type ImageDependencies, storeImage } from './store-image.ts';

const { images } = endpoints;

/** Uploading a picture, and serving it, and its preview, to everyone who has its address. */
export function imageRoutes(dependencies: ImageDependencies): Route[] {
  const preview = createPreviews(dependencies);
  return [
    route(images.upload, async ({ caller, query, body, idempotencyKey, onRepeat }) =>
      storeImage(dependencies, { userId: caller.userId, kind: query.kind, bytes: body, idempotencyKey, onRepeat }),
    ),
    route(images.show, async ({ params }) => {
      const bytes = isId(params.id) ? await loadImage(dependencies.database, params.id) : null;
      if (bytes === null) throw notFound('There is no such picture.', 'picture-unknown');
      return bytes;
    }),
    route(images.preview, async ({ params }) => ({ data: { source: await preview(params.id) } })),
  ];
}
