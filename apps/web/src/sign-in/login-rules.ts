import { EMAIL_PATTERN, TEXTS } from '@kobogate/contract';

/** The first rule that a login breaks, in the order of the specification, or null. */
export function loginProblem({ email, password }: { email: string; password: string }): string | null {
  if (email.trim() === '' || password === '') return TEXTS.fillRequired;
  return EMAIL_PATTERN.test(email.trim()) ? null : TEXTS.invalidEmail;
}
