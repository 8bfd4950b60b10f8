import type { ImageId } from '@kobogate/contract';
import { notFound } from '../../platform/errors.ts';
import { readId } from '../../platform/identifiers.ts';
import { loadImage } from '../payment-links/db.ts';
import type { ImageDependencies } from './store-image.ts';

/** A page with a larger one would keep its text waiting; few pictures are so rich. */
const MOST_BYTES = 16_000;
const NONE = 'There is no preview of this picture.';
/** Some three megabytes in memory: the banners of the links that are paid most. */
const MOST_KEPT = 200;

/**
 * Answers a picture's preview as a data address, drawn once as long as it is among the last that were asked for: a
 * picture at an address never changes. Throws 404 where there is no such picture, or none so small, and 503 where too
 * many wait to be drawn.
 */
export function createPreviews({
  database,
  drawImage,
}: Pick<ImageDependencies, 'database' | 'drawImage'>): (id: string) => Promise<string> {
  const kept = new Map<string, string | null>();
  // Apart from those that are kept: addresses of no picture would drive out those of pictures.
  const underWay = new Map<string, Promise<string | null>>();

  async function draw(id: string): Promise<string | null> {
    const imageId = readId<ImageId>(id);
    const bytes = imageId === null ? null : await loadImage(database, imageId);
    if (bytes === null) throw notFound(NONE, 'picture-unknown');
    const preview = await drawImage(bytes, 'preview');
    if (preview.bytes.length > MOST_BYTES) return null;
    return `data:image/webp;base64,${Buffer.from(preview.bytes).toString('base64')}`;
  }

  function drawOnce(id: string): Promise<string | null> {
    const drawing = underWay.get(id) ?? draw(id).finally(() => underWay.delete(id));
    underWay.set(id, drawing);
    return drawing;
  }

  return async (id) => {
    const known = kept.get(id);
    const source = known === undefined ? await drawOnce(id) : known;
    kept.delete(id);
    kept.set(id, source);
    for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest);
    if (source === null) throw notFound(NONE, 'picture-unknown');
    return source;
  };
}
