import { endpoints } from '@kobogate/contract';
import type { Database } from '../../platform/database.ts';
import { layOutMail } from '../../platform/mail-layout.ts';
import { emitMany, type Handlers } from '../../events.ts';
import { listStaffEmails } from '../approvals/db.ts';
import { type Fence, findFence } from './db.ts';

/** Notifies every administrator, once per fence, that nothing leaves any more and what to do. */
export function fenceHandlers({ database, publicOrigin }: { database: Database; publicOrigin: string }) {
  return {
    'fence.raised': async ({ fenceId }) => {
      await database.transaction(async (tx) => {
        const fence = await findFence(tx);
        if (fence?.id !== fenceId) return;
        const mail = raisedMail(fence, publicOrigin);
        const admins = await listStaffEmails(tx, endpoints.recovery.settle);
        await emitMany(
          tx,
          admins.map((to) => ({ type: 'mail.send', payload: { to, ...mail }, key: `${fenceId}:${to}` })),
        );
      });
    },
  } satisfies Handlers;
}

function raisedMail({ reason }: Pick<Fence, 'reason'>, publicOrigin: string) {
  const subject = 'Payouts are stopped: the books have to be compared with the banks';
  const content = layOutMail({
    title: subject,
    paragraphs: [
      reason,
      'No payout, refund or sweep is sent until the books were compared with every bank and chain, and two administrators ' +
        'approved. Deposits are watched and credited as usual, and nothing is lost by waiting.',
      'The recovery page lists each transfer that the bank made and the books don’t know, and what to do about it.',
    ],
    link: { label: 'Open the recovery page', url: `${publicOrigin}/admin/recovery` },
    reason: 'You get this mail because you are an administrator. It is sent once, when everything is stopped.',
  });
  return { subject, ...content };
}
