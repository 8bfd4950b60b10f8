import { EMAIL_PATTERN, type Gender, GENDERS, PHONE_PATTERN, TEXTS, type User } from '@kobogate/contract';
import type { Problem } from '../../lib/use-form.ts';

/** The profile's fields as they are typed. */
export interface ProfileForm {
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  gender: string;
}

export const GENDER_NAMES: Readonly<Record<Gender, string>> = {
  '': 'Not given',
  male: 'Male',
  female: 'Female',
  other: 'Other',
  'prefer-not-to-say': 'Prefer not to say',
};

/** The form as the stored profile fills it. */
export function profileForm({ first_name, last_name, email, phone, gender }: User): ProfileForm {
  return { first_name, last_name, email, phone, gender };
}

export interface ProfileChanges {
  first_name?: string;
  last_name?: string;
  phone?: string;
  gender?: Gender;
}

/** The changes of the form against the stored profile, trimmed at the edges: only names, phone and gender count. */
export function profileChanges(stored: User, form: ProfileForm): ProfileChanges {
  const [first_name, last_name, phone] = [form.first_name.trim(), form.last_name.trim(), form.phone.trim()];
  const gender = GENDERS.find((known) => known === form.gender) ?? stored.gender;
  return {
    ...(first_name === stored.first_name ? {} : { first_name }),
    ...(last_name === stored.last_name ? {} : { last_name }),
    ...(phone === stored.phone ? {} : { phone }),
    ...(gender === stored.gender ? {} : { gender }),
  };
}

/** The first rule that the form breaks, in the order of the specification, or null. */
export function profileProblem(stored: User, form: ProfileForm): Problem | null {
  const [email, phone] = [form.email.trim(), form.phone.trim()];
  if (form.first_name.trim() === '') return { field: 'first_name', text: TEXTS.firstNameRequired };
  if (email === '') return { field: 'email', text: TEXTS.emailRequired };
  if (phone === '') return { field: 'phone', text: TEXTS.phoneRequired };
  if (!EMAIL_PATTERN.test(email)) return { field: 'email', text: TEXTS.invalidEmail };
  if (!PHONE_PATTERN.test(phone)) return { field: 'phone', text: TEXTS.invalidPhone };
  return Object.keys(profileChanges(stored, form)).length === 0 ? { field: null, text: TEXTS.noChanges } : null;
}
