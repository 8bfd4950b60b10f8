import { endpoints, type RefundAddress } from '@kobogate/contract';
import { messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { Card, CardHeading } from '../../ui/card.tsx';
import { Moment } from '../../ui/moment.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { RefundAddressForm } from './refund-address-form.tsx';

/** The saved refund addresses, and the form for one more. */
export function RefundAddressesCard() {
  return (
    <Card>
      <CardHeading
        title="Refund addresses"
        detail="Where we send coins if they have to go back to you: one address for each coin and network. A new one replaces the one before."
      />
      <RefundAddressForm />
      <section aria-labelledby="saved-refund-addresses" className="mt-6 border-t border-hairline pt-5">
        <h3 id="saved-refund-addresses" className="mb-3 font-semibold">
          Saved addresses
        </h3>
        <SavedAddresses />
      </section>
    </Card>
  );
}

function SavedAddresses() {
  const addresses = useCall(endpoints.refundAddresses.list);
  if (addresses.isPending) return <SkeletonRows rows={1} label="Loading your refund addresses" />;
  if (addresses.data === undefined) {
    return (
      <ErrorState
        message={messageFor(addresses.error, 'Your refund addresses could not be loaded.')}
        onRetry={() => void addresses.refetch()}
        isRetrying={addresses.isFetching}
      >
        What you have saved is kept; nothing is lost.
      </ErrorState>
    );
  }
  const { data } = addresses.data;
  if (data.length === 0) {
    return (
      <p className="text-[15px] text-ink-soft">
        None yet. Until you save one, coins of a declined order stay in your balance, and you can convert them again.
      </p>
    );
  }
  return (
    <ul aria-label="Saved refund addresses" className="divide-y divide-hairline">
      {data.map((address) => (
        <Saved key={`${address.currency} ${address.network}`} address={address} />
      ))}
    </ul>
  );
}

function Saved({ address: { currency, networkName, address, updatedAt } }: { address: RefundAddress }) {
  return (
    <li className="grid gap-1 py-3.5">
      <p className="font-medium">
        {currency} on {networkName}
      </p>
      <code className="font-mono text-[15px] break-all">{address}</code>
      <p className="text-sm text-ink-soft">
        Saved <Moment at={updatedAt} />
      </p>
    </li>
  );
}
