const WEIGHTS = [3, 7, 3] as const;

/**
 * Whether an account number's last digit is the check digit of its bank: the NUBAN standard of the Central Bank of
 * Nigeria, revised in 2020 (six-digit institution code and nine-digit serial, weights 3, 7, 3 in turn). The three digits
 * of a deposit bank take the prefix 000, the five of another financial institution a 9; for codes of other lengths, which are not institution codes, it answers true.
 * For a warning only: numbers of telephone wallets need not pass. Pure.
 */
export function hasCheckDigit(bankCode: string, accountNumber: string): boolean {
  const institution = institutionOf(bankCode);
  if (institution === null) return true;
  const digits = Array.from(institution + accountNumber.slice(0, 9), Number);
  let sum = 0;
  for (const [index, digit] of digits.entries()) sum += digit * (WEIGHTS[index % WEIGHTS.length] ?? 0);
  return String((10 - (sum % 10)) % 10) === accountNumber.slice(9);
}

function institutionOf(bankCode: string): string | null {
  if (/^\d{3}$/.test(bankCode)) return `000${bankCode}`;
  if (/^\d{5}$/.test(bankCode)) return `9${bankCode}`;
  return null;
}
