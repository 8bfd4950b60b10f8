import { type AdminOrder, isolated } from '@kobogate/contract';
import { Status, type StateWords } from '../../ui/status.tsx';

type Payee = AdminOrder['bankAccount'];

/** What the bank says of the name on the account that is paid, in a few words. Pure. */
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

/** Whether an approval takes a reason because of the name. Pure. */
export const isNameDoubtful = ({ nameResolution }: Payee): boolean => nameResolution !== 'resolved';

/** Says in a list what the bank says of the name; it wraps, however long that name is. */
export function PayeeName({ payee }: { payee: Payee }) {
  const { tone, text } = payeeWords(payee);
  return (
    <span className="mt-1.5 block [&>span]:whitespace-normal [&>span]:rounded-card [&>span]:wrap-anywhere">
      <Status tone={tone}>{text}</Status>
    </span>
  );
}
