import { OTP_LENGTH } from '@kobogate/contract';

/** The boxes of a code: one digit or an empty text each. `focus` is the box that the next key goes to. */
export interface OtpBoxes {
  readonly digits: readonly string[];
  readonly focus: number;
}

export const EMPTY_BOXES: OtpBoxes = { digits: Array.from({ length: OTP_LENGTH }, () => ''), focus: 0 };

const WHOLE_CODE = new RegExp(`^\\d{${OTP_LENGTH}}$`);
const LAST = OTP_LENGTH - 1;

const withDigit = (boxes: OtpBoxes, index: number, digit: string): readonly string[] =>
  boxes.digits.map((kept, position) => (position === index ? digit : kept));

/** The code if every box is filled, else null. */
export function wholeCode(boxes: OtpBoxes): string | null {
  const code = boxes.digits.join('');
  return WHOLE_CODE.test(code) ? code : null;
}

/**
 * What a box holds after an input event: the newest digit stays and the next box is next; anything but ASCII digits is
 * ignored. A whole code at once (the phone's one-time-code suggestion) fills every box.
 */
export function typed(boxes: OtpBoxes, index: number, text: string): OtpBoxes {
  if (WHOLE_CODE.test(text)) return { digits: [...text], focus: LAST };
  const newest = text.replaceAll(/\D/g, '').at(-1);
  if (newest === undefined) {
    return text === '' ? { digits: withDigit(boxes, index, ''), focus: index } : { ...boxes, focus: index };
  }
  return { digits: withDigit(boxes, index, newest), focus: Math.min(index + 1, LAST) };
}

/** What the boxes hold once the digits that are in the page are spread over them, in their order: `texts` is one a box. */
export function spread(texts: readonly string[]): OtpBoxes {
  const digits = [...texts.join('').replaceAll(/\D/g, '')].slice(0, OTP_LENGTH);
  return digits.reduce((boxes, digit, index) => typed(boxes, index, digit), EMPTY_BOXES);
}

/** Backspace: empties a filled box and stays; from an empty one goes back and empties that. */
export function erased(boxes: OtpBoxes, index: number): OtpBoxes {
  const target = boxes.digits[index] === '' ? Math.max(0, index - 1) : index;
  return { digits: withDigit(boxes, target, ''), focus: target };
}

/** A paste of exactly four digits fills the boxes; anything else is refused with null. White space around is no matter. */
export function pasted(text: string): OtpBoxes | null {
  const code = text.trim();
  return WHOLE_CODE.test(code) ? { digits: [...code], focus: LAST } : null;
}
