// Guarantee: text from right to left does not move the text beside it, and any other text stays as it is.
import { describe, expect, it } from 'vitest';
import { isolated } from './isolated.ts';

describe('user-written text', () => {
  it.each(['', 'Sample Shop', 'Ọ̀ṣun & Sọ́n’s', '商店', '🧿 5 ₦', 'Ελλάδα', 'नमस्ते'])('%j stay as they are', (text) => {
    expect(isolated(text)).toBe(text);
  });

  it.each(['متجر', 'חנות 5', 'Shop متجر', '𞤀𞤣𞤤𞤢𞤥', 'ߒߞߏ', 'a\u200Fb', 'ﻣﺘﺠﺮ'])(
    '%j are held within an isolate',
    (text) => {
      expect(isolated(text)).toBe(`\u2068${text}\u2069`);
    },
  );
});
