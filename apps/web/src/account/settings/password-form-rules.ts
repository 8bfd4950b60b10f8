import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, TEXTS } from '@kobogate/contract';
import type { Problem } from '../../lib/use-form.ts';

export interface PasswordForm {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/**
 * The first rule that a password change breaks, in the server's words, or null. Characters are counted as the user sees
 * them, as the server does; only the server checks for common passwords and names. Pure.
 */
export function passwordFormProblem({ currentPassword, newPassword }: PasswordForm): Problem | null {
  if (currentPassword === '') return { field: 'currentPassword', text: TEXTS.fillRequired };
  const text = newPasswordProblem(newPassword, currentPassword);
  return text === null ? null : { field: 'newPassword', text };
}

function newPasswordProblem(typed: string, current: string): string | null {
  if (typed === '') return TEXTS.fillRequired;
  const length = Array.from(typed).length;
  if (length < PASSWORD_MIN_LENGTH) {
    return `Please choose a password of at least ${PASSWORD_MIN_LENGTH} characters.`;
  }
  if (length > PASSWORD_MAX_LENGTH) {
    return `Please choose a password of at most ${PASSWORD_MAX_LENGTH} characters.`;
  }
  return typed === current ? 'This is your password already. Please choose another one.' : null;
}
