import { CURRENCIES, CURRENCY_NAMES, endpoints, REFUND_NETWORK_IDS, refundNetworkName } from '@kobogate/contract';
import { useContractForm } from '../../lib/use-contract-form.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { networksHint, refundFormProblem, type RefundForm } from './refund-form-rules.ts';

const EMPTY: RefundForm = { address: '', currency: '', network: '' };
const COINS = CURRENCIES.map((value) => ({ value, label: `${CURRENCY_NAMES[value]} (${value})` }));
const NETWORKS = REFUND_NETWORK_IDS.map((value) => ({ value, label: refundNetworkName(value) }));

/** Sets the refund address of a coin on a network. What was typed stays until the server has saved it. */
export function RefundAddressForm() {
  const form = useContractForm(endpoints.refundAddresses.save, {
    draft: 'refund address',
    initial: EMPTY,
    check: refundFormProblem,
    body: (typed) => typed,
    failed: 'Your refund address could not be saved. Please try again.',
    onDone: (): void => form.settle(EMPTY),
  });
  const hint = networksHint(form.values.currency);
  return (
    <Form
      form={form}
      label="Refund address"
      footer={
        <Button type="submit" size="large" variant="secondary" pending={form.isPending} pendingLabel="Saving...">
          Save wallet address
        </Button>
      }
    >
      <SelectField {...form.field('currency')} label="Currency" placeholder="Choose a currency" options={COINS} />
      <SelectField
        {...form.field('network')}
        label="Network"
        placeholder="Choose a network"
        options={NETWORKS}
        {...(hint === undefined ? {} : { hint })}
      />
      <TextField
        {...form.field('address')}
        label="Wallet address"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck="false"
        maxLength={200}
        hint="Copy it from your own wallet. Coins sent to a wrong address can’t be brought back."
        className="font-mono"
      />
    </Form>
  );
}
