import { type BankAccount, endpoints, TEXTS } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { messageFor } from '../../lib/client.ts';
import { callKey, useCall } from '../../lib/queries.ts';
import { useContractForm } from '../../lib/use-contract-form.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SearchSelect } from '../../ui/search-select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ProofFields } from '../../sign-in/two-factor/proof-fields.tsx';
import { NO_PROOF } from '../../sign-in/two-factor/proof-rules.ts';
import { Check } from '../../ui/icons.ts';
import { askedAccount, type BankForm, bankFormProblem, digitsHint, isMove, typedNuban } from './bank-form-rules.ts';
import { NameAtBank } from './name-at-bank.tsx';

const SAVED_SHOWN_MS = 3000;
const EMPTY: BankForm = { accountNumber: '', bankName: '', accountName: '' };

const typedOf = ({ accountNumber, bankName, accountName }: BankForm) => ({
  accountNumber,
  bankName,
  accountName,
  ...NO_PROOF,
});

/** The payout account. Starts from the saved values; later refreshes don't overwrite typed ones. */
export function BankAccountForm({ saved }: { saved: BankAccount | null }) {
  const queryClient = useQueryClient();
  const [savedCount, setSavedCount] = useState(0);
  const isJustSaved = savedCount > 0;
  const twoFactor = useCall(endpoints.twoFactor.get, {}, { isEnabled: saved !== null }).data?.data;
  const form = useContractForm(endpoints.bankAccounts.save, {
    draft: 'bank account',
    initial: typedOf(saved ?? EMPTY),
    check: (typed) => bankFormProblem(saved, typed),
    body: ({ accountNumber, bankName, accountName }, proof) => {
      const account = { accountNumber, bankName, accountName };
      return isMove(saved, account) ? { ...account, ...proof } : account;
    },
    twoFactor,
    failed: TEXTS.bankDetailsSaveFailed,
    onDone: ({ data }) => {
      queryClient.setQueryData(callKey(endpoints.bankAccounts.getMine), { data });
      form.settle(typedOf(data));
      setSavedCount((count) => count + 1);
    },
  });
  const { values } = form;
  const needsProof = isMove(saved, values);

  useEffect(() => {
    if (savedCount === 0) return undefined;
    const timer = setTimeout(() => setSavedCount(0), SAVED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [savedCount]);

  return (
    <Form
      form={form}
      footer={
        <Button type="submit" size="large" pending={form.isPending} pendingLabel="Saving...">
          {isJustSaved && <Check className="size-5" aria-hidden="true" />}
          <span aria-live="polite">{isJustSaved ? 'Saved!' : 'Save bank details'}</span>
        </Button>
      }
    >
      <TextField
        {...form.field('accountNumber', typedNuban)}
        label="Account number"
        inputMode="numeric"
        autoComplete="off"
        hint={digitsHint(values.accountNumber)}
        className="figures"
      />
      <BankField value={values.bankName} error={form.errorOf('bankName')} onChange={form.set('bankName')} />
      {askedAccount(saved, values) !== null && (
        <NameAtBank account={values} typedName={values.accountName} onUse={form.set('accountName')} />
      )}
      <TextField
        {...form.field('accountName')}
        label="Account name"
        autoComplete="name"
        maxLength={120}
        hint="As the bank has it."
      />
      {needsProof && (
        <ProofFields
          form={form}
          twoFactor={twoFactor}
          hint="This changes where your naira goes, so we make sure that it is you."
        />
      )}
    </Form>
  );
}

function BankField({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | undefined;
  onChange: (bankName: string) => void;
}) {
  const banks = useCall(endpoints.bankAccounts.listBanks, { query: { currency: 'NGN' } });
  const listed = banks.data?.data ?? [];
  const names = listed.map((bank) => bank.bank_name);
  // The saved bank stays chosen while the list loads, and where it is no longer on the list.
  const options = [...new Set(value === '' ? names : [...names, value])];
  return (
    <div className="grid gap-3">
      <SearchSelect
        label="Bank name"
        name="bankName"
        error={error}
        placeholder={banks.isPending ? 'Loading banks...' : 'Search for your bank'}
        emptyText="No bank has this name."
        options={options}
        aliases={new Map(listed.map(({ bank_name: name, aliases }) => [name, aliases]))}
        value={value === '' ? null : value}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
      {banks.data?.source === 'fallback' && (
        <Notice tone="neutral">
          Our payout providers do not answer at the moment, so this is our own list of banks. You can pick yours and
          save it. If the name on the account stays unchecked, please save it again later.
        </Notice>
      )}
      {banks.isError && banks.data === undefined && (
        <Notice
          tone="warning"
          isUrgent
          title={messageFor(banks.error, TEXTS.banksLoadFailed)}
          action={
            <Button variant="secondary" pending={banks.isFetching} onClick={() => void banks.refetch()}>
              Try again
            </Button>
          }
        >
          You can choose your bank once the list has loaded.
        </Notice>
      )}
    </div>
  );
}
