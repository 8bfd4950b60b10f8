import type { Debt } from '@kobogate/contract';
import type { FieldBinding } from '../lib/use-form.ts';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';

/** The choice of a settlement that takes no coins. */
export const WRITTEN_OFF = '';

/** Asks with which of a customer's free coins something that they owe is settled, and how many; or it is written off. */
export function SettlingCoins({
  asset,
  amount,
  chosen,
  free,
  hint,
}: {
  asset: FieldBinding;
  amount: FieldBinding;
  /** The asset that is chosen now. */
  chosen: string;
  free: Debt['free'];
  hint?: string | undefined;
}) {
  const coins = free.find((each) => each.asset === chosen);
  return (
    <>
      <SelectField
        {...asset}
        label="Settle with"
        options={[
          ...free.map((each) => ({ value: each.asset, label: `Their ${each.title}: ${each.amount} free` })),
          { value: WRITTEN_OFF, label: 'Nothing: write it off' },
        ]}
        hint={free.length === 0 ? 'The customer has no coins free. If an order holds them, decline it first.' : hint}
      />
      {coins !== undefined && (
        <TextField
          {...amount}
          label="How many coins"
          inputMode="decimal"
          autoComplete="off"
          required
          hint={`${coins.amount} at most.`}
        />
      )}
    </>
  );
}
