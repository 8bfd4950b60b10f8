/** The search terms for accounts: a part of a text, and a part of a phone number's digits. */
export interface Search {
  /** A pattern for SQL's `like`; null finds all. */
  readonly pattern: string | null;
  /** The same as `pattern`, for the digits of the phone number; null where the input can't be part of a number. */
  readonly digitsPattern: string | null;
}

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/**
 * Reads the input of the search. Case does not matter; a phone number is found with any spacing, and with a leading 0,
 * 00 or +. Pure.
 */
export function readSearch(typed: string): Search {
  const text = typed.normalize('NFKC').toLowerCase().trim();
  if (text === '') return { pattern: null, digitsPattern: null };
  const isNumber = /^[\d\s+()-]+$/.test(text);
  const digits = text.replaceAll(/\D/g, '').replace(/^0+/, '');
  return {
    pattern: `%${escapeLike(text)}%`,
    digitsPattern: isNumber && digits !== '' ? `%\n#%${digits}%` : null,
  };
}
