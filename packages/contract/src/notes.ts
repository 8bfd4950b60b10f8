import * as z from 'zod/mini';
import { endpoint, instant, messageAnswer, STAFF_ROLES, text } from './endpoint.ts';
import { byId, idSchema } from './ids.ts';

/** The most characters of a note. */
export const NOTE_LENGTH = 2000;
/** The most notes that are listed, the newest. */
export const NOTES_SHOWN = 200;

const line = text(NOTE_LENGTH);
/** Several lines, each without what is invisible. */
const noteText = z.string('Please write the note').check(
  z.trim(),
  z.maxLength(NOTE_LENGTH, `Please keep the note to ${NOTE_LENGTH} characters`),
  z.refine(
    (value) => value.split('\n').every((part) => line.safeParse(part).success),
    'Please remove invisible or control characters',
  ),
);

const noteSchema = z.object({
  id: z.string(),
  at: instant,
  by: z.string(),
  text: z.string(),
  /** The order that it is on; null: on the person. */
  orderId: z.nullable(idSchema('Order')),
});
export type Note = z.output<typeof noteSchema>;

const listAnswer = z.object({ data: z.array(noteSchema) });
const body = z.object({ text: noteText });
const WRITTEN =
  'It can’t be changed or removed, and no customer sees it. Everyone of the team who is named in it by `@` and their name gets a mail';

/** The team's notes on orders and on people. */
export const notes = {
  ofOrder: endpoint({
    method: 'GET',
    path: '/order/{id}/notes',
    summary: `The team’s notes on an order, newest first, at most ${NOTES_SHOWN}`,
    access: 'staff',
    roles: STAFF_ROLES,
    params: byId('Order'),
    answer: listAnswer,
    errors: [401, 403, 404],
  }),
  addToOrder: endpoint({
    method: 'POST',
    path: '/order/{id}/notes',
    summary: `Write a note on an order. ${WRITTEN}`,
    access: 'staff',
    roles: STAFF_ROLES,
    proof: 'none',
    takesKey: true,
    params: byId('Order'),
    body,
    answer: messageAnswer,
    success: 201,
    errors: [401, 403, 404, 409, 422],
  }),
  ofUser: endpoint({
    method: 'GET',
    path: '/admin/users/{id}/notes',
    summary: `The team’s notes on a user and on the user’s orders, newest first, at most ${NOTES_SHOWN}`,
    access: 'staff',
    roles: STAFF_ROLES,
    params: byId('User'),
    answer: listAnswer,
    errors: [401, 403, 404],
  }),
  addToUser: endpoint({
    method: 'POST',
    path: '/admin/users/{id}/notes',
    summary: `Write a note on a user. ${WRITTEN}`,
    access: 'staff',
    roles: STAFF_ROLES,
    proof: 'none',
    takesKey: true,
    params: byId('User'),
    body,
    answer: messageAnswer,
    success: 201,
    errors: [401, 403, 404, 409, 422],
  }),
} as const;
