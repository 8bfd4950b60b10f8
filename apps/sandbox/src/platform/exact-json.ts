const TEXT_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/**
 * Reads JSON with every number kept as the text that was sent, so that an amount such as `0.1000000000000000055` is
 * never rounded by a float. Throws SyntaxError where the text is not JSON.
 */
export function parseExactJson(text: string): unknown {
  JSON.parse(text);
  return JSON.parse(text.replace(TEXT_OR_NUMBER, (token) => (token.startsWith('"') ? token : `"${token}"`)));
}
