import { endpoints, isolated, type UnclaimedItem } from '@kobogate/contract';
import { parseAmount } from '@kobogate/money';
import { maskedAddress } from '../../lib/formats.ts';
import { useSession } from '../../lib/session-context.ts';
import type { FieldBinding } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { CoinsWithAddress, CustomerField, EvidenceField } from './restored-coins.tsx';
import { useDecisionForm } from '../use-decision-form.ts';
import { useTakesTwo } from '../orders/two-approvals.tsx';

/** Whether the signed-in person is the first of the two who say the same. */
export const useIsOwn = (first: Pick<NonNullable<UnclaimedItem['firstApproval']>, 'adminId'> | null): boolean => {
  const { user: self } = useSession();
  return first !== null && first.adminId === self?.id;
};

/** As many as any coin has: only the ratio of two amounts counts here. */
const DECIMALS = 18;

/**
 * What a part of coins is worth that is still being typed, with what one person has given of them alone: all that is left, while
 * it is no amount. Pure.
 */
function worthOfPart({ amount, nairaKobo, surplus }: UnclaimedItem, typed: string): string | null {
  const [whole, part] = [parseAmount(amount, DECIMALS), parseAmount(typed.trim(), DECIMALS)];
  const alone = parseAmount(surplus?.alone ?? '0', DECIMALS);
  if (nairaKobo === null || !whole.ok || !alone.ok || whole.value === 0n) return nairaKobo;
  return String((BigInt(nairaKobo) * ((part.ok ? part.value : whole.value) + alone.value)) / whole.value);
}

/** Whether what is about to be said waits for a second person. */
export function useWaits(item: UnclaimedItem, typed: string): boolean {
  const isOwn = useIsOwn(item.firstApproval);
  return useTakesTwo(worthOfPart(item, typed)) && (item.firstApproval === null || isOwn);
}

/** What the first of two people said. */
export function FirstSaid({ item: { firstApproval, currency } }: { item: UnclaimedItem }) {
  const isOwn = useIsOwn(firstApproval);
  if (firstApproval === null) return null;
  const { owner, amount, customerEmail } = firstApproval;
  const who = isOwn ? 'You' : isolated(firstApproval.by);
  const part = amount === null ? '' : `, ${amount} ${currency}`;
  return (
    <Notice
      tone="brand"
      title={`${owner === 'operator' ? `${who} said that they are the operator’s own` : `${who} named ${customerEmail}`}${part}`}
    >
      “<bdi>{firstApproval.reason}</bdi>”{' '}
      {isOwn
        ? 'If that was a mistake, say something else instead.'
        : 'It is booked once you say the same of the same amount.'}
    </Notice>
  );
}

/** The subject of a dialog: the coins, and the address that they came to. */
export const UnclaimedCoins = ({ item }: { item: UnclaimedItem }) => (
  // Coins that no known payment explains may be at several: the list behind has them.
  <CoinsWithAddress coins={item.surplus === null ? item : Object.assign({}, item, { address: '' })} joint="at" />
);

/** How much of coins that no known payment explains is decided on. */
export const PartField = ({ field, item }: { field: FieldBinding; item: UnclaimedItem }) => (
  <TextField
    {...field}
    label="How much of them?"
    hint={`All that is left is ${item.amount} ${item.currency}.`}
    inputMode="decimal"
    maxLength={80}
    autoComplete="off"
  />
);

/** Asks whose coins these are and how that is known, and credits them. */
export function CreditUnclaimedDialog({ item, onClose }: { item: UnclaimedItem; onClose: () => void }) {
  const { firstApproval, surplus } = item;
  const said = firstApproval?.owner === 'customer' ? firstApproval : null;
  const form = useDecisionForm(endpoints.suspense.creditUnclaimed, {
    draft: `unclaimed ${item.id}`,
    initial: {
      email: '',
      reason: '',
      amount: said?.amount ?? item.amount,
      transaction: said?.transaction ?? '',
      sender: said?.sender ?? '',
      address: said?.address ?? '',
    },
    needed: {
      email: 'Please give the customer’s e-mail address',
      reason: 'Please say how you know the owner',
      ...(surplus === null
        ? {}
        : { amount: 'Please say how much it is', transaction: 'Please give the transaction, or the block' }),
    },
    params: { id: item.id },
    body: ({ email, reason, amount, transaction, sender, address }) => ({
      email: email.trim(),
      reason: reason.trim(),
      part:
        surplus === null
          ? null
          : {
              amount: amount.trim(),
              left: item.amount,
              transaction: transaction.trim(),
              sender: sender.trim() === '' ? null : sender.trim(),
              address: address === '' ? null : address,
            },
    }),
    onDone: onClose,
    failed: 'We do not know whether this was credited. Press again: it is credited only once.',
  });
  const waits = useWaits(item, form.values.amount);
  return (
    <FormDialog
      form={form}
      returnTo={form.returnTo}
      title="Whose coins are these?"
      description={
        waits
          ? 'An amount of this size needs two people. After you, another person from finance, or an administrator, has to name the same customer. Nothing is credited before that.'
          : 'They become this customer’s deposit, as if they had just arrived. This can’t be undone here.'
      }
      cancel="Cancel"
      confirm={waits ? 'Name them as the first' : 'Credit them'}
      pendingLabel={waits ? 'Recording...' : 'Crediting...'}
      onClose={onClose}
    >
      <UnclaimedCoins item={item} />
      <FirstSaid item={item} />
      <CustomerField field={form.field('email')} />
      {surplus !== null && (
        <>
          <PartField field={form.field('amount')} item={item} />
          {surplus.places.length > 0 && (
            <SelectField
              {...form.field('address')}
              label="At which address of theirs?"
              placeholder="The most likely one"
              options={surplus.places.map(({ address, amount }) => ({
                value: address,
                label: `${maskedAddress(address)} (${amount})`,
              }))}
            />
          )}
          <TextField
            {...form.field('transaction')}
            label="Transaction"
            hint="The one that brought them, or the block if there is none. The customer sees it."
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
          />
          <TextField
            {...form.field('sender')}
            label="Sender’s address (optional)"
            hint="If the explorer shows it. It is compared with the list of sanctioned addresses."
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
          />
        </>
      )}
      <EvidenceField field={form.field('reason')} />
    </FormDialog>
  );
}
