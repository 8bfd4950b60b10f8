import { paymentUri, type Wallet } from '@kobogate/contract';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { DepositAddress } from '../../ui/deposit-address.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { OnlyThisCoin } from '../../ui/only-this-coin.tsx';

/** A wallet's address in full with its QR code; `isNew` right after it was generated. */
export function WalletAddressDialog({
  wallet,
  isNew,
  onClose,
}: {
  wallet: Wallet;
  isNew: boolean;
  onClose: () => void;
}) {
  const { currency, networkName } = wallet;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={isNew ? `Your ${currency} wallet is ready` : `Receive ${currency}`}
      description={`Send ${currency} on ${networkName} to this address.`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Done
          </Button>
          <ButtonLink to={`/account/convert-to-naira?wallet=${encodeURIComponent(wallet.id)}`}>
            Convert to naira
          </ButtonLink>
        </>
      }
    >
      <div className="grid gap-5">
        <DepositAddress
          address={wallet.depositAddress}
          currency={currency}
          networkName={networkName}
          uri={paymentUri({ currency, network: wallet.network, address: wallet.depositAddress, amount: null })}
        />
        <OnlyThisCoin title={`Only ${currency} on ${networkName}.`} />
      </div>
    </Dialog>
  );
}
