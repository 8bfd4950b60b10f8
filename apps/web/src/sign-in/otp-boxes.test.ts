// Guarantee: the code boxes hold one digit each, move the focus as people expect, and take a paste of four digits only.
import { describe, expect, it } from 'vitest';
import { EMPTY_BOXES, erased, pasted, spread, typed, wholeCode } from './otp-boxes.ts';

const filled = { digits: ['1', '2', '3', '4'], focus: 3 };

describe('typing', () => {
  it('fills a box and moves on, and the fourth digit completes the code', () => {
    let boxes = EMPTY_BOXES;
    for (const [index, digit] of ['4', '0', '7'].entries()) {
      boxes = typed(boxes, index, digit);
      expect(boxes.focus).toBe(index + 1);
      expect(wholeCode(boxes)).toBeNull();
    }
    expect(wholeCode(typed(boxes, 3, '1'))).toBe('4071');
  });

  it('ignores everything that is not an ASCII digit', () => {
    for (const text of ['a', ' ', '-', '٣', '½']) expect(typed(EMPTY_BOXES, 1, text).digits).toBe(EMPTY_BOXES.digits);
  });

  it('keeps the newest digit of a box that was full', () => {
    expect(typed(filled, 1, '29').digits).toEqual(['1', '9', '3', '4']);
  });

  it('spreads a whole code that a phone puts into one box', () => {
    expect(wholeCode(typed(EMPTY_BOXES, 0, '9031'))).toBe('9031');
  });
});

describe('digits that were in the page before', () => {
  it('go one into each box, whichever they were typed into', () => {
    expect(spread(['a-1x२2', '', '', ''])).toEqual({ digits: ['1', '2', '', ''], focus: 2 });
    expect(spread(['1', '', '7', ''])).toEqual({ digits: ['1', '7', '', ''], focus: 2 });
    expect(wholeCode(spread(['48265', '', '', '']))).toBe('4826');
    expect(spread(['', 'x', '', ''])).toEqual(EMPTY_BOXES);
  });
});

describe('backspace', () => {
  it('empties a full box first, then goes back', () => {
    const once = erased(filled, 3);
    expect(once).toEqual({ digits: ['1', '2', '3', ''], focus: 3 });
    expect(erased(once, 3)).toEqual({ digits: ['1', '2', '', ''], focus: 2 });
    expect(erased(EMPTY_BOXES, 0)).toEqual(EMPTY_BOXES);
  });
});

describe('paste', () => {
  it('takes exactly four digits', () => {
    expect(pasted('8842')?.digits).toEqual(['8', '8', '4', '2']);
    expect(pasted('8842\n')?.digits).toEqual(['8', '8', '4', '2']);
  });

  it('refuses anything else', () => {
    for (const text of ['884', '88421', '88 42', '88a2', '', '٨٨٤٢']) expect(pasted(text)).toBeNull();
  });
});
