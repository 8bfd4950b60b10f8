import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, TEXTS } from '@kobogate/contract';
import popularPasswords from 'popular-passwords/data.json' with { type: 'json' };
import { type Failure, ruleBroken } from '../../platform/errors.ts';

/** Lower-case passwords of eight and more characters that were seen most often in leaks. */
const common: ReadonlySet<string> = new Set(popularPasswords);

/**
 * What is wrong with a new password, or null. Length, common passwords and the person's own name or address, as NIST
 * SP 800-63B section 5.1.1.2 asks; no rules on kinds of characters, which that section advises against. Pure.
 */
export function refusePassword(
  password: string,
  person: { email: string; firstName: string; lastName: string },
): Failure | null {
  const length = Array.from(password).length;
  if (length === 0) return ruleBroken(TEXTS.fillRequired);
  if (length < PASSWORD_MIN_LENGTH) {
    return ruleBroken(`Please choose a password of at least ${PASSWORD_MIN_LENGTH} characters.`);
  }
  if (length > PASSWORD_MAX_LENGTH) {
    return ruleBroken(`Please choose a password of at most ${PASSWORD_MAX_LENGTH} characters.`);
  }
  const lower = password.toLowerCase();
  if (common.has(lower) || new Set(lower).size < 3) {
    return ruleBroken('This password is one of the first that others would guess. Please choose another one.');
  }
  if (namesOf(person).has(lower.replaceAll(/\s/g, ''))) {
    return ruleBroken('Your name or e-mail address can not be your password. Please choose another one.');
  }
  return null;
}

function namesOf({ email, firstName, lastName }: { email: string; firstName: string; lastName: string }): Set<string> {
  const names = [email, email.split('@', 1)[0] ?? '', firstName, lastName, firstName + lastName, lastName + firstName];
  return new Set(names.map((name) => name.toLowerCase().replaceAll(/\s/g, '')));
}
