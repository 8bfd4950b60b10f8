const LONGEST_NAME = 40;
const LARGEST_ICON = 300_000;
/** An SVG runs no script inside <img>. */
const PICTURE = /^data:image\/(?:png|webp|jpeg|gif|svg\+xml)[;,]/;
/** Control characters and changes of reading direction: a wallet can call itself anything. */
const HIDDEN = /[\p{Cc}\p{Cf}]/gu;

/** A wallet's own name, cleaned for display; empty where it gave none. Pure. */
export const shownName = (name: unknown): string =>
  typeof name === 'string' ? name.replaceAll(HIDDEN, '').trim().slice(0, LONGEST_NAME) : '';

/** A wallet's picture, where it is data that may be shown; never an address, which would be fetched. Pure. */
export const shownIcon = (icon: unknown): string | null =>
  typeof icon === 'string' && icon.length <= LARGEST_ICON && PICTURE.test(icon.trim()) ? icon.trim() : null;
