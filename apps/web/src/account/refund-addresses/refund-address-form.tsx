import { CURRENCIES, CURRENCY_NAMES, endpoints, REFUND_NETWORK_IDS, refundNetworkName } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ChangeEvent, type FormEvent } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call, isUnreachable, messageFor } from '../../lib/client.ts';
import { callKey } from '../../lib/queries.ts';
import { focusFirstEmpty } from '../../lib/focus-field.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { DraftNotice } from '../../ui/draft-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { networksHint, refundFormProblem, type RefundForm } from './refund-form-rules.ts';

const EMPTY: RefundForm = { address: '', currency: '', network: '' };
const COINS = CURRENCIES.map((value) => ({ value, label: `${CURRENCY_NAMES[value]} (${value})` }));
const NETWORKS = REFUND_NETWORK_IDS.map((value) => ({ value, label: refundNetworkName(value) }));

/** Sets the refund address of a coin on a network. What was typed stays until the server has saved it. */
export function RefundAddressForm() {
  const queryClient = useQueryClient();
  const { isPending, run } = usePending();
  const draft = useDraft('refund address', EMPTY);
  const { value: form, setValue: setForm } = draft;
  const [problem, setProblem] = useState<string | null>(null);
  const hint = networksHint(form.currency);

  function edit({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>): void {
    setForm({ ...form, [target.name]: target.value });
    setProblem(null);
  }

  async function save(): Promise<void> {
    try {
      const answer = await call(endpoints.refundAddresses.save, { body: form });
      if (isUnreachable(answer)) return setProblem(answer);
      draft.settle(EMPTY);
      toast.success(answer.message);
      await queryClient.invalidateQueries({ queryKey: callKey(endpoints.refundAddresses.list) });
    } catch (failure) {
      setProblem(messageFor(failure, 'Your refund address could not be saved. Please try again.'));
    }
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const found = refundFormProblem(form);
    setProblem(found);
    if (found === null) return void run(save);
    focusFirstEmpty(event.currentTarget, ['currency', 'network', 'address']);
  }

  return (
    <form noValidate onSubmit={submit} aria-label="Refund address" className="grid gap-5">
      <DraftNotice draft={draft} />
      <SelectField
        label="Currency"
        name="currency"
        placeholder="Choose a currency"
        options={COINS}
        value={form.currency}
        onChange={edit}
      />
      <SelectField
        label="Network"
        name="network"
        placeholder="Choose a network"
        options={NETWORKS}
        value={form.network}
        {...(hint === undefined ? {} : { hint })}
        onChange={edit}
      />
      <TextField
        label="Wallet address"
        name="address"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck="false"
        maxLength={200}
        value={form.address}
        hint="Copy it from your own wallet. Coins sent to a wrong address can’t be brought back."
        className="font-mono"
        onChange={edit}
      />
      {problem !== null && (
        <Notice tone="danger" isUrgent>
          {problem}
        </Notice>
      )}
      <Button type="submit" size="large" variant="secondary" pending={isPending} pendingLabel="Saving...">
        Save wallet address
      </Button>
    </form>
  );
}
