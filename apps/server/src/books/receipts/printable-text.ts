import anyAscii from 'any-ascii';

/** Whether a type has a letter, by its code point. */
export type HasLetter = (codePoint: number) => boolean;

/**
 * A text as a type can print it: what the type has stays as it is; any other letter is spelt in Latin ones, and an emoji by
 * its name, by the tables of AnyAscii. What has no shape of its own is left out. Line breaks stay. Pure.
 */
export function printableText(text: string, hasLetter: HasLetter): string {
  // Composed first: a letter with its mark may be one that the type has, or that its spelling is known of.
  return [...text.normalize('NFC').replaceAll(/[^\P{Cc}\n]/gu, '')]
    .map((letter) => (letter === '\n' || hasLetter(letter.codePointAt(0) ?? 0) ? letter : anyAscii(letter)))
    .join('');
}
