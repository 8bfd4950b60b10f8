// In parts, so that this file does not match itself.
const PLACES = [
  ['/ho', 'me/'],
  ['/Us', 'ers/'],
  ['/ro', 'ot/'],
  ['/wo', 'rk/'],
].map((parts) => parts.join(''));
const A_PATH = new RegExp(`(?:^|[\\s"'\`(=:])(?:${PLACES.join('|')})[\\w.-]`, 'm');

/**
 * Whether a file's text names a place of a developer's own machine. Pure.
 * @param {string} text
 * @returns {boolean}
 */
export const namesAMachinePath = (text) => A_PATH.test(text);
