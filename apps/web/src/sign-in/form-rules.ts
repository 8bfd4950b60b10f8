import { EMAIL_PATTERN, type FormProblems, type SignInPath, TEXTS } from '@kobogate/contract';

/** The required fields of each form, each with the sentence for an empty one. */
const REQUIRED: Readonly<Partial<Record<SignInPath, Readonly<Record<string, string>>>>> = {
  '/login': { email: 'Please enter your e-mail address.', password: 'Please enter your password.' },
  '/signup': {
    first_name: 'Please enter your first name.',
    last_name: 'Please enter your last name.',
    email: 'Please enter your e-mail address.',
    phone: 'Please enter your phone number.',
    password: 'Please choose a password.',
  },
  '/finish-signup': {
    first_name: 'Please enter your first name.',
    last_name: 'Please enter your last name.',
    phone: 'Please enter your phone number.',
  },
  '/forgotten-password': { email: TEXTS.fillRequired },
  '/reset-password': { newPassword: TEXTS.fillRequired },
  '/lost-second-step': { statement: 'Please tell us what happened.' },
};

/** A password may begin with a space. */
const isEmpty = (name: string, text: string): boolean => (/password/i.test(name) ? text : text.trim()) === '';

/**
 * The problems of a sign-in form before it is sent, in the order of the specification; null where there are none.
 * The server checks by the same rules where the page runs no script. Pure.
 */
export function findProblems(path: SignInPath, typed: Readonly<Record<string, string>>): FormProblems | null {
  const required = Object.entries(REQUIRED[path] ?? {});
  const missing = required.filter(([name]) => isEmpty(name, typed[name] ?? ''));
  if (missing.length > 0) {
    return { whole: required.length > 1 ? TEXTS.fillRequired : null, fields: Object.fromEntries(missing) };
  }
  if (path === '/login' && !EMAIL_PATTERN.test((typed['email'] ?? '').trim())) {
    return { whole: null, fields: { email: TEXTS.invalidEmail } };
  }
  return null;
}

/** A refusal's sentence at its field, else for the whole form. Pure. */
export function placeRefusal(path: SignInPath, sentence: string): FormProblems {
  const field = fieldOf(path, sentence);
  return field === null ? { whole: sentence, fields: {} } : { whole: null, fields: { [field]: sentence } };
}

function fieldOf(path: SignInPath, sentence: string): string | null {
  if (sentence === TEXTS.invalidEmail) return 'email';
  if ((path === '/signup' || path === '/finish-signup') && sentence === TEXTS.invalidPhone) return 'phone';
  if (path === '/signup' && /\bpassword\b/i.test(sentence)) return 'password';
  return path === '/reset-password' && /\bpassword\b/i.test(sentence) ? 'newPassword' : null;
}
