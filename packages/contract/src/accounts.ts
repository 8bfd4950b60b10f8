import * as z from 'zod/mini';
import { SIGN_IN_PROVIDERS } from './constants.ts';
import { endpoint, instant, messageAnswer, nameText, STAFF_ROLES, text } from './endpoint.ts';
import { idSchema } from './ids.ts';
import { GENDERS } from './states.ts';
import { secondFactorProof, secondStepSchema } from './two-factor.ts';

export const userSchema = z.object({
  id: idSchema('User'),
  first_name: z.string(),
  last_name: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  gender: z.enum(GENDERS),
  isVerified: z.boolean(),
  isAdmin: z.boolean(),
  /** There for a person of the operator’s team. */
  role: z.optional(z.enum(STAFF_ROLES)),
  /** There where this person of the team has to set up a second factor before anything else. */
  mustSetUpTwoFactor: z.optional(z.boolean()),
  createdAt: instant,
});
export type User = z.output<typeof userSchema>;

/** A password as typed: never trimmed or normalised here. Length and common passwords are the server's rules. */
const password = z.string('Please fill in all required fields').check(z.maxLength(1000));
const email = text(254);

export const accounts = {
  register: endpoint({
    method: 'POST',
    path: '/auth/register',
    summary: 'Create an account; a 4-digit code goes to the e-mail address',
    access: 'public',
    takesDevice: true,
    body: z.object({ first_name: nameText(100), last_name: nameText(100), email, password, phone: text(40) }),
    answer: messageAnswer,
    success: 201,
    errors: [422, 429],
  }),
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    summary:
      'Sign in. No token but a fresh code by e-mail for an unverified account; no token but secondFactor with two-factor on',
    access: 'public',
    takesDevice: true,
    body: z.object({ email, password }),
    answer: z.object({
      message: z.string(),
      data: z.object({
        token: z.optional(z.string()),
        isVerified: z.boolean(),
        isAdmin: z.boolean(),
        role: z.optional(z.enum(STAFF_ROLES)),
        secondFactor: z.optional(secondStepSchema),
      }),
    }),
    errors: [401, 403, 422, 429],
  }),
  verify: endpoint({
    method: 'POST',
    path: '/auth/verify',
    summary: 'Verify the e-mail address with the 4-digit code and sign in',
    access: 'public',
    takesDevice: true,
    body: z.object({ email, otp: text(20) }),
    answer: z.object({
      message: z.string(),
      data: z.object({
        token: z.string(),
        isVerified: z.boolean(),
        isAdmin: z.boolean(),
        role: z.optional(z.enum(STAFF_ROLES)),
      }),
    }),
    errors: [409, 422, 429],
  }),
  resendOtp: endpoint({
    method: 'POST',
    path: '/auth/resend-otp',
    summary: 'Send a fresh 4-digit code',
    access: 'public',
    takesDevice: true,
    body: z.object({ email }),
    answer: messageAnswer,
    errors: [422, 429],
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/auth/forgot-password',
    summary: 'Send a password reset link; the field holds an e-mail address or a phone number',
    access: 'public',
    takesDevice: true,
    body: z.object({ email }),
    answer: messageAnswer,
    errors: [422, 429],
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/auth/reset-password',
    summary: 'Set a new password with the token of a reset link; ends every session of the account',
    access: 'public',
    takesDevice: true,
    body: z.object({ newPassword: password, token: text(200) }),
    answer: messageAnswer,
    errors: [422, 429],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    summary: 'End the session of the token that is sent',
    access: 'user',
    isForSetUp: true,
    answer: messageAnswer,
    errors: [401],
  }),
  getUser: endpoint({
    method: 'GET',
    path: '/user',
    summary: 'The signed-in user',
    access: 'user',
    isForSetUp: true,
    answer: z.object({ data: userSchema }),
    errors: [401],
  }),
  updateUser: endpoint({
    method: 'PATCH',
    path: '/user/update',
    summary: 'Change names, phone or gender',
    access: 'user',
    body: z.object({
      first_name: z.optional(nameText(100)),
      last_name: z.optional(nameText(100)),
      phone: z.optional(text(40)),
      gender: z.optional(z.enum(GENDERS, 'Please choose a gender from the list')),
    }),
    answer: z.object({ message: z.string(), data: userSchema }),
    errors: [401, 422],
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/user/password',
    summary:
      'Set a new password with the current one, and a second factor where two-factor is on; ends every other session, and unlinks providers. ' +
      'A wrong current one is a 422, no 401',
    access: 'user',
    body: z.object({
      currentPassword: password,
      newPassword: password,
      /** Which of the linked providers go on signing in; left out: those with the account's own address. */
      keepProviders: z.optional(z.array(z.enum(SIGN_IN_PROVIDERS))),
      ...secondFactorProof.shape,
    }),
    answer: messageAnswer,
    errors: [401, 422, 429],
  }),
} as const;
