/**
 * A phone number as people write it, in international form, digits alone: `0803 123 4567` and `+234 803 123 4567` are
 * `2348031234567`. Null where it can't be a mobile number: E.164 has 8 to 15 digits, and a Nigerian one has ten after
 * 234. Pure.
 */
export function internationalNumber(phone: string): string | null {
  const isForeign = /^\s*(?:\+|00)/.test(phone);
  const digits = phone.replaceAll(/\D/g, '').replace(/^00/, '');
  const national = digits.replace(/^234/, '').replace(/^0/, '');
  if (!isForeign || digits.startsWith('234')) return /^[789]\d{9}$/.test(national) ? `234${national}` : null;
  return /^[1-9]\d{7,14}$/.test(digits) ? digits : null;
}
