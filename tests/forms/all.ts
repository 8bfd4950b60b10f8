import { ACCOUNT_FORMS } from './account.ts';
import { ADMIN_FORMS } from './admin.ts';
import { AUTH_FORMS } from './auth.ts';
import type { Form } from './form.ts';

/** The forms of every area, each opened by a user of its own. A new one is a row in its area's file. */
export const FORMS: readonly Form[] = [...AUTH_FORMS, ...ACCOUNT_FORMS, ...ADMIN_FORMS];
