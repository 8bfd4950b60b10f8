import type { AdminRefund } from '@kobogate/contract';
import { Notice } from '../../ui/notice.tsx';
import { AddressList } from '../../ui/grouped-address.tsx';

/** Says before the decision that a refund goes to, or may come from, an address on the sanctions list. */
export function ListedRefund({ refund: { listed } }: { refund: AdminRefund }) {
  if (!listed.isAddress && listed.senders.length === 0) return null;
  return (
    <Notice tone="danger" title="On the sanctions list">
      {listed.isAddress && <p>The address that these coins would go to.</p>}
      {listed.senders.length > 0 && (
        <>
          <p>A sender of coins that may be among these:</p>
          <AddressList addresses={listed.senders} />
        </>
      )}
      <p>Let it leave only if your own rules and the law allow it. The customer has not been told.</p>
    </Notice>
  );
}
