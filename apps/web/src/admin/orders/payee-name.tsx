import { type AdminOrder, isolated } from '@kobogate/contract';
import { Status, type StateWords } from '../../ui/status.tsx';

type Payee = AdminOrder['bankAccount'];

/** The bank's answer about the name on the payout account, in a few words. Pure. */
export function payeeWords({ nameResolution, resolvedName, nameScore }: Payee): StateWords {
  switch (nameResolution) {
    case 'resolved':
      return { tone: 'success', text: 'Name confirmed by the bank' };
    case 'mismatch':
      return { tone: 'danger', text: `Bank says ${isolated(resolvedName ?? '')}, ${nameScore ?? 0}\u00a0% alike` };
    case 'unresolved':
      return { tone: 'warning', text: 'Name not confirmed by the bank' };
  }
}

/** Whether an approval needs a reason because of the name. Pure. */
export const isNameDoubtful = ({ nameResolution }: Payee): boolean => nameResolution !== 'resolved';

/** Shows the bank's answer in a list; it wraps, however long the name is. */
export function PayeeName({ payee }: { payee: Payee }) {
  const { tone, text } = payeeWords(payee);
  return (
    <span className="mt-1.5 block [&>span]:whitespace-normal [&>span]:rounded-card [&>span]:wrap-anywhere">
      <Status tone={tone}>{text}</Status>
    </span>
  );
}
