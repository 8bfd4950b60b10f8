import type { BankDirectory } from '../bank-directory.ts';
import type { Bank, BankRail, NameAnswer } from '../bank-rail.ts';
import { inSpan } from '../../platform/tracing.ts';

/**
 * The name on an account, from the first rail in order that pays to the bank and knows the account. Never throws for an
 * outside fault: where no rail knows it, it is unresolved with the last rail's reason.
 */
export async function resolveName(
  { rails, directory }: { rails: readonly Pick<BankRail, 'name' | 'resolveAccount'>[]; directory: BankDirectory },
  bank: Bank,
  accountNumber: string,
): Promise<NameAnswer> {
  let last: NameAnswer = { kind: 'unresolved', reason: 'no rail that can be asked pays to this bank' };
  for (const rail of rails) {
    const bankCode = await directory.codeOn(rail.name, bank);
    if (bankCode === null) continue;
    const attributes = { 'kobogate.rail': rail.name };
    last = await inSpan('bank: name', { kind: 'call', attributes }, () =>
      rail.resolveAccount({ bankCode, accountNumber }),
    );
    if (last.kind === 'resolved') return last;
  }
  return last;
}
