import { LINK_CURRENCIES, type OwnPaymentLink, type SupportedCoin } from '@kobogate/contract';
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react';
import { dayName } from '../../lib/formats.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, CardHeading } from '../../ui/card.tsx';
import { DraftNotice } from '../../ui/draft-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { SwitchRow } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { CoinFields } from './coin-fields.tsx';
import { type LinkForm, type LinkProblem, readForm, readLinkCurrency } from './link-form-rules.ts';
import { currencyName } from './link-words.ts';
import { PictureField } from './picture-field.tsx';
import { useSaveLink } from './use-save-link.ts';

const CURRENCY_OPTIONS = LINK_CURRENCIES.map((value) => ({ value, label: currencyName(value) }));

/** A link as a form, to make it or to change `stored`. What was typed stays until the server has taken it. */
export function LinkFormCards({
  initial,
  offered,
  stored: newest,
}: {
  initial: LinkForm;
  offered: readonly SupportedCoin[];
  stored: OwnPaymentLink | null;
}) {
  // What was typed stands on the link as it was when the form opened: a change made meanwhile is met by its version.
  const [stored] = useState(newest);
  const draft = useDraft(`link ${stored?.version ?? 'to be made'}`, { ...initial, pairs: [...initial.pairs] });
  const form: LinkForm = { ...draft.value, pairs: new Set(draft.value.pairs) };
  const [problem, setProblem] = useState<LinkProblem | null>(null);
  const { isPending, failure, forget, save } = useSaveLink(stored);
  const element = useRef<HTMLFormElement>(null);

  function edit(change: Partial<LinkForm>): void {
    const { pairs, ...others } = { ...form, ...change };
    draft.setValue({ ...others, pairs: [...pairs] });
    setProblem(null);
    forget();
  }
  function submit(): void {
    const read = readForm(form, offered, stored);
    setProblem('problem' in read ? read.problem : null);
    if ('link' in read) return save(read.link);
    const field = element.current?.querySelector(`[name=${read.problem.field}]`);
    if (field instanceof HTMLElement) field.focus();
  }
  type TextName = 'name' | 'purpose' | 'amount' | 'minimum' | 'maximum' | 'successMessage' | 'redirectUrl';
  const textOf = (name: TextName) => ({
    name,
    value: form[name],
    autoComplete: 'off',
    error: problem?.field === name ? problem.text : undefined,
    onChange: (event: ChangeEvent<HTMLInputElement>) => edit({ [name]: event.target.value }),
  });
  const moneyOf = (name: TextName) => ({
    ...textOf(name),
    inputMode: 'decimal' as const,
    suffix: form.amountCurrency,
    maxLength: 40,
    className: 'figures',
  });

  return (
    <form
      ref={element}
      noValidate
      aria-label="Payment link"
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <DraftNotice draft={draft} />
      <Card className="grid gap-5">
        <TextField
          {...textOf('name')}
          label="Name"
          hint="Who asks to be paid: your shop, or yourself."
          maxLength={80}
        />
        <TextField {...textOf('purpose')} label="Purpose" hint="What it is for, as payers read it." maxLength={300} />
      </Card>
      <Part title="Amount">
        <SelectField
          label="Currency"
          value={form.amountCurrency}
          options={CURRENCY_OPTIONS}
          {...(form.amountCurrency === 'USD' ? { hint: 'A dollar counts as one USDT at the market’s rate.' } : {})}
          onChange={(event) => edit({ amountCurrency: readLinkCurrency(event.target.value) })}
        />
        <div className="-my-3.5">
          <SwitchRow
            label="The payer chooses the amount"
            detail="For tips, donations, and orders that differ."
            isOn={form.isOpen}
            onChange={(isOpen) => edit({ isOpen })}
          />
        </div>
        {form.isOpen ? (
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <TextField {...moneyOf('minimum')} label="Smallest amount" hint="Empty: none of its own." />
            <TextField {...moneyOf('maximum')} label="Largest amount" hint="Empty: none of its own." />
          </div>
        ) : (
          <TextField
            {...moneyOf('amount')}
            label="Amount"
            hint={
              form.amountCurrency === 'NGN'
                ? 'What reaches your bank account. The payer sees the coins that it takes.'
                : 'Turned into naira at the rate of the moment.'
            }
          />
        )}
      </Part>
      <Part title="Coins" detail="What payers may pay with. You are paid naira all the same.">
        <CoinFields
          offered={offered}
          pairs={form.pairs}
          error={problem?.field === 'coins' ? problem.text : undefined}
          onChange={(pairs) => edit({ pairs })}
        />
      </Part>
      <Part title="Pictures" detail="JPEG, PNG or WebP. Leave them out, and the page draws its own.">
        <PictureField
          kind="banner"
          label="Banner"
          hint="Across the top of the page; cut to three times as wide as high."
          picture={form.banner}
          onChange={(banner) => edit({ banner })}
        />
        <PictureField
          kind="profile"
          label="Profile picture"
          hint="Your logo or your face; cut to a circle."
          picture={form.profile}
          onChange={(profile) => edit({ profile })}
        />
      </Part>
      <Part title="Expiry and after payment">
        <div className="-my-3.5">
          <SwitchRow
            label="One payment only"
            detail="The link ends with the first payment that is covered."
            isOn={form.isOnce}
            onChange={(isOnce) => edit({ isOnce })}
          />
        </div>
        <TextField
          label="Last day"
          name="endDay"
          type="date"
          hint={
            form.endDay === ''
              ? 'The link ends at midnight in Lagos. Empty: it never ends.'
              : `The link ends after ${dayName(form.endDay)}, at midnight in Lagos.`
          }
          value={form.endDay}
          onChange={(event) => edit({ endDay: event.target.value })}
        />
        <TextField {...textOf('successMessage')} label="Message once paid" hint="Optional." maxLength={300} />
        <TextField
          {...textOf('redirectUrl')}
          label="Redirect after payment"
          type="url"
          inputMode="url"
          autoCapitalize="none"
          hint="Optional: an address of yours that starts with https://"
          maxLength={500}
        />
      </Part>
      {failure !== null && (
        <Notice tone="danger" isUrgent>
          {failure}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="large" pending={isPending} pendingLabel="Saving...">
          {stored === null ? 'Create link' : 'Save link'}
        </Button>
        <ButtonLink
          variant="quiet"
          size="large"
          to={stored === null ? '/account/payment-link' : `/account/payment-link/${stored.id}`}
        >
          Cancel
        </ButtonLink>
      </div>
    </form>
  );
}

function Part({ title, detail, children }: { title: string; detail?: string; children: ReactNode }) {
  return (
    <Card>
      <CardHeading title={title} {...(detail === undefined ? {} : { detail })} />
      <div className="grid gap-5">{children}</div>
    </Card>
  );
}
