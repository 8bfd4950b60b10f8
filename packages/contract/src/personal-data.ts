import * as z from 'zod/mini';
import { endpoint, instant, text } from './endpoint.ts';
import { byId, idSchema } from './ids.ts';
import { proof } from './two-factor.ts';

const archiveSchema = z.object({
  madeAt: instant,
  personId: idSchema('User'),
  /** What is kept about the person, by kind: rows as they are stored, with numbers as decimal texts. */
  records: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});
export type PersonalArchive = z.output<typeof archiveSchema>;

const answer = z.object({ data: archiveSchema });

/** What a person may have of what is kept about them (Nigeria Data Protection Act 2023, sections 34 and 38). */
export const personalData = {
  own: endpoint({
    method: 'POST',
    path: '/user/data',
    summary:
      'Everything that is kept about the signed-in person, as one archive. Takes the password, and a second factor where ' +
      'two-factor is on; the owner gets a mail. Without secrets, and without what the law forbids to disclose',
    access: 'user',
    body: proof,
    answer,
    errors: [401, 422, 429],
  }),
  ofUser: endpoint({
    method: 'POST',
    path: '/admin/users/{id}/data',
    summary: 'The same archive about a user, for their request by another way; on record with a reason',
    access: 'staff',
    roles: ['administrator'],
    proof: 'fresh',
    params: byId('User'),
    body: z.object({ reason: text(300, 'Please give a reason') }),
    answer,
    errors: [401, 403, 404, 422],
  }),
} as const;
