import type { BankAccount } from '@kobogate/contract';

/** A bank account: bank and number, with the name on it below. */
export function Account({
  of: { bankName, accountNumber, accountName },
}: {
  of: Pick<BankAccount, 'bankName' | 'accountNumber' | 'accountName'>;
}) {
  return (
    <>
      {bankName} <span className="figures">{accountNumber}</span>
      <span className="block text-sm font-normal text-ink-soft">
        <bdi>{accountName}</bdi>
      </span>
    </>
  );
}
