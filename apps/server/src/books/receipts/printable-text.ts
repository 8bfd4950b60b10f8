import anyAscii from 'any-ascii';

/** Whether a font has a letter, by its code point. */
export type HasLetter = (codePoint: number) => boolean;

/**
 * A text that a font can print: letters of the font stay; any other letter is spelt in Latin ones, and an emoji by its
 * name, by the tables of AnyAscii. Characters without a shape are left out. Line breaks stay. Pure.
 */
export function printableText(text: string, hasLetter: HasLetter): string {
  // Composed first: the font or the tables may only have a letter combined with its mark.
  return [...text.normalize('NFC').replaceAll(/[^\P{Cc}\n]/gu, '')]
    .map((letter) => (letter === '\n' || hasLetter(letter.codePointAt(0) ?? 0) ? letter : anyAscii(letter)))
    .join('');
}
