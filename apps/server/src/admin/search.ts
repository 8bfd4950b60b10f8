/** What to look for in the search keys of accounts: a part of a text, and a part of a phone number's digits. */
export interface Search {
  /** A pattern for SQL's `like`; null finds everybody. */
  readonly pattern: string | null;
  /** As `pattern`, for the digits of the phone number; null where what was typed is no part of a number. */
  readonly digitsPattern: string | null;
}

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/**
 * Reads what was typed into the search. Large and small letters are the same; a phone number is found however it is
 * spaced, and with a leading 0, 00 or + alike. Pure.
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
