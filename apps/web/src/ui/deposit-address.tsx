import { buttonStyle } from './button-style.ts';
import { CopyButton } from './copy-button.tsx';
import { GroupedAddress } from './grouped-address.tsx';
import { Smartphone } from './icons.ts';
import { QrCode } from './qr-code.tsx';
import { Badge } from './status.tsx';

/**
 * Where to send a coin: network named, address in full, copyable, and as a QR code of the same text; `uri` opens the
 * payer's wallet app with everything filled in, where the chain has such a link.
 */
export function DepositAddress({
  address,
  currency,
  networkName,
  uri,
}: {
  address: string;
  currency: string;
  networkName: string;
  uri: string | null;
}) {
  return (
    <div className="flex flex-wrap items-start gap-5">
      {/* A phone can't scan its own screen: there the address comes first. */}
      <QrCode
        text={address}
        label={`QR code of the ${currency} deposit address on ${networkName}`}
        className="w-40 shrink-0 rounded-card border border-hairline max-sm:order-last max-sm:mx-auto max-sm:w-52"
      />
      <div className="min-w-0 flex-1 basis-60 max-sm:basis-full">
        <p className="mb-2 flex flex-wrap items-center gap-2 text-sm text-ink-soft">
          Address on <Badge tone="neutral">{networkName}</Badge>
        </p>
        <GroupedAddress address={address} className="block text-[17px] leading-8" />
        <div className="mt-3 flex flex-wrap gap-3 max-sm:*:grow">
          <CopyButton text={address} label="Copy address" />
          {uri !== null && (
            <a href={uri} className={buttonStyle('secondary')}>
              <Smartphone className="size-4" aria-hidden="true" />
              Open in a wallet app
            </a>
          )}
        </div>
      </div>
    </div>
  );
}
