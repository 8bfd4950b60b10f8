import { endpoints, MOST_NONCES, type TreasuryNetwork } from '@kobogate/contract';
import { useContractForm } from '../../lib/use-contract-form.ts';
import { ChoiceList } from '../../ui/choice-list.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { SwitchRow } from '../../ui/switch.tsx';
import { useRefreshTreasury } from './use-treasury.ts';

const CHOICES = [
  {
    value: 'sweep',
    label: 'Sweep and pay refunds',
    detail: 'Coins at deposit addresses go to your treasury, and approved refunds are paid from it.',
  },
  { value: 'refunds', label: 'Pay refunds only', detail: 'Coins stay at deposit addresses, as far as possible.' },
  {
    value: 'top-up',
    label: 'Book coins that you put in',
    detail: 'What the treasury holds above the books, such as gas, counts as your own. No plan is made.',
  },
] as const;

const NONCES = {
  value: 'nonces',
  label: 'Make nonces',
  detail:
    'Each keeps one transaction of a plan valid until it is signed. The answer says how much to send to which address to pay for them.',
} as const;
const NUMBER = /^[1-9]\d*$/;

const CONFIRM: Readonly<Record<string, string>> = { 'top-up': 'Book them', nonces: 'Make nonces' };

/** Asks what the treasury is to do on a network. Nothing leaves by it. */
export function AskDialog({ network, onClose }: { network: TreasuryNetwork; onClose: () => void }) {
  const refresh = useRefreshTreasury();
  const choices = network.nonces === null ? CHOICES : ([...CHOICES, NONCES] as const);
  const form = useContractForm(endpoints.treasury.ask, {
    draft: `treasury ${network.network}`,
    initial: { kind: network.nonces === 0 ? NONCES.value : 'sweep', everywhere: false, count: '20' },
    check: ({ kind, count }) =>
      kind !== NONCES.value || (NUMBER.test(count) && Number(count) <= MOST_NONCES)
        ? null
        : { field: 'count', text: `Please give a number from 1 to ${MOST_NONCES}.` },
    body: ({ kind, everywhere, count }) => ({
      kind: choices.find(({ value }) => value === kind)?.value ?? 'sweep',
      count: kind === NONCES.value ? Number(count) : 1,
      network: network.network,
      planId: null,
      everywhere: kind === 'sweep' && everywhere,
    }),
    onDone: () => {
      void refresh();
      onClose();
    },
    failed: 'We do not know whether this was asked. Look at the list before you press again.',
  });
  const { kind, everywhere } = form.values;
  return (
    <FormDialog
      form={form}
      title={`What is to be done on ${network.name}?`}
      description="This sends nothing: a plan moves coins only once your offline key tool has signed it."
      confirm={CONFIRM[kind] ?? 'Make a plan'}
      pendingLabel="Asking..."
      onClose={onClose}
    >
      <ChoiceList legend="What is to be done" name="kind" choices={choices} value={kind} onChange={form.set('kind')} />
      {kind === NONCES.value && (
        <TextField
          {...form.field('count')}
          label="How many"
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
          required
        />
      )}
      {kind === 'sweep' && (
        <SwitchRow
          label="Look at every address"
          detail="By default only addresses that have coins in the books are looked at. All of them takes longer."
          isOn={everywhere}
          onChange={form.set('everywhere')}
        />
      )}
    </FormDialog>
  );
}
