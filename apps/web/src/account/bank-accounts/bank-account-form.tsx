import { endpoints, TEXTS, type BankAccount } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect, useState, type FormEvent } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call, isUnreachable, messageFor } from '../../lib/client.ts';
import { callKey, useCall } from '../../lib/queries.ts';
import { focusFirstEmpty } from '../../lib/focus-field.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { DraftNotice } from '../../ui/draft-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SearchSelect } from '../../ui/search-select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { completeProof } from '../../sign-in/two-factor/complete-proof.ts';
import { passkeyProblem } from '../../sign-in/two-factor/passkey-words.ts';
import { bankFormProblem, digitsHint, isMove, type BankForm } from './bank-form-rules.ts';
import { ChangeProof } from './change-proof.tsx';

const SAVED_SHOWN_MS = 3000;
const PASSWORD_MISSING = 'Please enter your password: it keeps anybody else from changing where your naira goes.';
const NO_PROOF = { password: '', code: '' };
const EMPTY: BankForm = { accountNumber: '', bankName: '', accountName: '' };

/** The bank account that naira goes to. Starts from what is saved; later refreshes don't overwrite what is being typed. */
export function BankAccountForm({ saved }: { saved: BankAccount | null }) {
  const queryClient = useQueryClient();
  const { isPending, run } = usePending();
  const draft = useDraft<BankForm>('bank account', saved ?? EMPTY);
  const { value: form, setValue: setForm } = draft;
  const [problem, setProblem] = useState<string | null>(null);
  const [proof, setProof] = useState(NO_PROOF);
  const [savedCount, setSavedCount] = useState(0);
  const needsProof = isMove(saved, form);
  const twoFactor = useCall(endpoints.twoFactor.get, {}, { isEnabled: needsProof }).data?.data;
  const isJustSaved = savedCount > 0;

  useEffect(() => {
    if (savedCount === 0) return undefined;
    const timer = setTimeout(() => setSavedCount(0), SAVED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [savedCount]);

  function edit(change: Partial<BankForm>): void {
    setForm({ ...form, ...change });
    setProblem(null);
  }

  async function save(): Promise<void> {
    try {
      const { accountNumber, bankName, accountName } = form;
      const proven = needsProof ? { ...proof, ...(await completeProof(proof.code, twoFactor)) } : {};
      const answer = await call(endpoints.bankAccounts.save, {
        body: { accountNumber, bankName, accountName, ...proven },
      });
      if (isUnreachable(answer)) return setProblem(answer);
      queryClient.setQueryData(callKey(endpoints.bankAccounts.getMine), { data: answer.data });
      draft.settle(answer.data);
      setProof(NO_PROOF);
      setSavedCount((count) => count + 1);
      toast.success(answer.message || TEXTS.bankDetailsSaved);
    } catch (failure) {
      setProblem(passkeyProblem(failure, TEXTS.bankDetailsSaveFailed));
    }
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const found = bankFormProblem(form) ?? (needsProof && proof.password === '' ? PASSWORD_MISSING : null);
    setProblem(found);
    if (found === null) return void run(save);
    focusFirstEmpty(event.currentTarget, ['accountNumber', 'bankName', 'accountName', 'password']);
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <DraftNotice draft={draft} />
      <TextField
        label="Account number"
        name="accountNumber"
        inputMode="numeric"
        autoComplete="off"
        maxLength={10}
        value={form.accountNumber}
        hint={digitsHint(form.accountNumber)}
        className="figures"
        onChange={(event) => edit({ accountNumber: event.target.value.replace(/\D/g, '') })}
      />
      <BankField value={form.bankName} onChange={(bankName) => edit({ bankName })} />
      <TextField
        label="Account name"
        name="accountName"
        autoComplete="name"
        maxLength={120}
        value={form.accountName}
        hint="As the bank has it. We ask the bank for the name on the account."
        onChange={(event) => edit({ accountName: event.target.value })}
      />
      {needsProof && (
        <ChangeProof
          value={proof}
          twoFactor={twoFactor}
          onChange={(change) => {
            setProof({ ...proof, ...change });
            setProblem(null);
          }}
        />
      )}
      {problem !== null && (
        <Notice tone="danger" isUrgent>
          {problem}
        </Notice>
      )}
      <Button type="submit" size="large" pending={isPending} pendingLabel="Saving...">
        {isJustSaved && <Check className="size-5" aria-hidden="true" />}
        <span aria-live="polite">{isJustSaved ? 'Saved!' : 'Save bank details'}</span>
      </Button>
    </form>
  );
}

function BankField({ value, onChange }: { value: string; onChange: (bankName: string) => void }) {
  const banks = useCall(endpoints.bankAccounts.listBanks, { query: { currency: 'NGN' } });
  const names = banks.data?.data.map((bank) => bank.bank_name) ?? [];
  // What is saved stays chosen while the list loads, and where a bank has left it.
  const options = [...new Set(value === '' ? names : [...names, value])];
  return (
    <div className="grid gap-3">
      <SearchSelect
        label="Bank name"
        name="bankName"
        placeholder={banks.isPending ? 'Loading banks...' : 'Search for your bank'}
        emptyText="No bank of this name."
        options={options}
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
          Your bank can be chosen once the list is here.
        </Notice>
      )}
    </div>
  );
}
