// Spelled in parts, so that this file does not find itself.
const PLACES = [
  ['/ho', 'me/'],
  ['/Us', 'ers/'],
  ['/ro', 'ot/'],
  ['/wo', 'rk/'],
].map((parts) => parts.join(''));
const A_PATH = new RegExp(`(?:^|[\\s"'\`(=:])(?:${PLACES.join('|')})[\\w.-]`, 'm');

/**
 * Whether a file's text names a place of somebody's own machine. Pure.
 * @param {string} text
 * @returns {boolean}
 */
export const namesAMachinePath = (text) => A_PATH.test(text);
