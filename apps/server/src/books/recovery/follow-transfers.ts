import { endpoints, railTitle } from '@kobogate/contract';
import { formatNaira } from '@kobogate/money';
import { listStaffEmails } from '../../controls/index.ts';
import { emitMany } from '../../events.ts';
import { post } from '../../ledger/index.ts';
import { ask, type BankRail } from '../../payouts/index.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { layOutMail } from '../../platform/mail-layout.ts';
import { listUnended, lockTransfer, saveAnswer } from './db.ts';
import { undonePosting } from './postings.ts';
import { isUnended, type Transfer } from './transfer.ts';

interface FollowDependencies {
  readonly database: Database;
  readonly log: Pick<Log, 'warn'>;
  readonly rails: readonly BankRail[];
}

/** Questions to a rail in one round; each transfer is asked about once an hour at most. */
const MOST_ASKED = 20;

/**
 * Asks the rails about transfers that were decided on before the bank had ended them: those that did not go through are booked
 * back, and the team is told. One that was settled since is left to people, who know what was agreed on. Each is asked about until
 * it has ended, those first that were asked about the longest ago. May be called often, by any number of processes.
 */
export async function followTransfers({ database, log, rails }: FollowDependencies): Promise<void> {
  for (const rail of rails) {
    for (const { id, reference } of await listUnended(database, rail.name, MOST_ASKED)) {
      const { kind } = await ask(rail, { reference });
      const undone = await database.transaction(async (tx) => {
        const transfer = await lockTransfer(tx, id);
        if (transfer === null || !isUnended(transfer)) return null;
        const didFail = kind === 'failed' || kind === 'reversed';
        if (!didFail) {
          await saveAnswer(tx, { id, bankState: kind === 'paid' ? kind : transfer.bankState });
          return null;
        }
        const isLeft = transfer.status === 'settled';
        await saveAnswer(tx, { id, bankState: kind, status: isLeft ? transfer.status : 'void' });
        await tellTeam(tx, transfer, isLeft ? LEFT : BOOKED_BACK);
        if (!isLeft) await bookBack(tx, transfer);
        return transfer;
      });
      if (undone !== null) log.warn({ rail: rail.name, reference }, 'a transfer that was booked did not go through');
    }
  }
}

async function bookBack(tx: Transaction, transfer: Transfer): Promise<void> {
  const [result] = await post(tx, [undonePosting(transfer)]);
  if (result?.ok !== true) throw new Error(`the ledger refused to book transfer ${transfer.id} back`);
}

const BOOKED_BACK =
  'It was booked before the bank had ended it, and is booked back now: nothing is owed for it any more.';
const LEFT =
  'The debt for it had already been settled, with coins or by writing it off. Nothing was booked: please agree with the customer on what they get back.';

async function tellTeam(tx: Transaction, { rail, reference, amountKobo }: Transfer, what: string): Promise<void> {
  const subject = 'A transfer that was booked did not go through';
  const content = layOutMail({
    title: subject,
    paragraphs: [
      `${railTitle(rail)} says that the transfer of ${formatNaira(amountKobo)} with the reference ${reference} failed or came back.`,
      what,
    ],
    reason: 'You get this mail because you decide on transfers that the books did not know. It is sent once for each.',
  });
  const team = await listStaffEmails(tx, endpoints.recovery.settle);
  await emitMany(
    tx,
    team.map((to) => ({ type: 'mail.send', payload: { to, subject, ...content } })),
  );
}
