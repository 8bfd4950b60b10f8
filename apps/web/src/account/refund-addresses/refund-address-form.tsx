import { CURRENCIES, CURRENCY_NAMES, endpoints, REFUND_NETWORK_IDS, refundNetworkName } from '@kobogate/contract';
import { ProofFields } from '../../sign-in/two-factor/proof-fields.tsx';
import { NO_PROOF, passwordMissing } from '../../sign-in/two-factor/proof-rules.ts';
import { useCall } from '../../lib/queries.ts';
import { useContractForm } from '../../lib/use-contract-form.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { needsProof, networksHint, refundFormProblem, type RefundForm } from './refund-form-rules.ts';

const EMPTY = { address: '', currency: '', network: '', ...NO_PROOF };
const COINS = CURRENCIES.map((value) => ({ value, label: `${CURRENCY_NAMES[value]} (${value})` }));
const NETWORKS = REFUND_NETWORK_IDS.map((value) => ({ value, label: refundNetworkName(value) }));

/** Sets the refund address of a coin on a network. What was typed stays until the server has saved it. */
export function RefundAddressForm() {
  const saved = useCall(endpoints.refundAddresses.list).data?.data ?? [];
  const twoFactor = useCall(endpoints.twoFactor.get, {}, { isEnabled: saved.length > 0 }).data?.data;
  const form = useContractForm(endpoints.refundAddresses.save, {
    draft: 'refund address',
    initial: EMPTY,
    check: (typed) => refundFormProblem(typed) ?? (needsProof(saved, typed) ? passwordMissing(typed) : null),
    body: ({ address, currency, network }, proof) => {
      const typed: RefundForm = { address, currency, network };
      return needsProof(saved, typed) ? { ...typed, ...proof } : typed;
    },
    twoFactor,
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
      {needsProof(saved, form.values) && (
        <ProofFields
          form={form}
          twoFactor={twoFactor}
          hint="This changes where your coins go, so we make sure that it is you."
        />
      )}
    </Form>
  );
}
