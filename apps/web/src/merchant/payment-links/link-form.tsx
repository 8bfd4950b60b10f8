import { endpoints, LINK_CURRENCIES, type OwnPaymentLink, type SupportedCoin } from '@kobogate/contract';
import { plainNaira } from '@kobogate/money';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../lib/client.ts';
import { dayName } from '../../lib/formats.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, CardHeading } from '../../ui/card.tsx';
import { Form } from '../../ui/form.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { SwitchRow } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { CoinFields } from './coin-fields.tsx';
import { CustomFieldRows } from './custom-field-rows.tsx';
import { type LinkForm, readForm } from './link-form-rules.ts';
import { currencyName } from './link-words.ts';
import { PictureField } from './picture-field.tsx';

const CURRENCY_OPTIONS = LINK_CURRENCIES.map((value) => ({ value, label: currencyName(value) }));

/** A link as a form, to make it or to change `stored`. What was typed stays until the server has accepted it. */
export function LinkFormCards({
  initial,
  offered,
  stored: newest,
}: {
  initial: LinkForm;
  offered: readonly SupportedCoin[];
  stored: OwnPaymentLink | null;
}) {
  // Typed over the link as it was when the form opened: a later change to the link is detected by its version.
  const [stored] = useState(newest);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({
    draft: `link ${stored?.version ?? 'to be made'}`,
    initial,
    check: (typed) => {
      const read = readForm(typed, offered, stored);
      return 'problem' in read ? read.problem : null;
    },
    send: async (typed, idempotencyKey) => {
      const read = readForm(typed, offered, stored);
      if ('problem' in read) throw new Error('sent unchecked');
      const { create, update } = endpoints.paymentLinks;
      if (stored === null) return call(create, { body: read.link, idempotencyKey });
      return call(update, { params: { id: stored.id }, body: { ...read.link, version: stored.version } });
    },
    done: stored === null ? 'Your link is ready' : 'Link saved',
    onDone: async ({ data }) => {
      await queryClient.invalidateQueries();
      await navigate(`/account/payment-link/${data.id}`, stored === null ? { state: 'made' } : {});
    },
    failed: 'The link could not be saved. What you have typed is still here.',
  });
  const { values, set } = form;
  const textOf = (name: 'name' | 'purpose' | 'amount' | 'minimum' | 'maximum' | 'successMessage' | 'redirectUrl') => ({
    ...form.field(name),
    autoComplete: 'off',
  });
  const moneyOf = (name: 'amount' | 'minimum' | 'maximum') => ({
    ...form.field(name, values.amountCurrency === 'NGN' ? plainNaira : undefined),
    autoComplete: 'off',
    inputMode: 'decimal' as const,
    suffix: values.amountCurrency,
    maxLength: 40,
    className: 'figures',
  });

  return (
    <Form
      form={form}
      label="Payment link"
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      footer={
        <div className="flex flex-wrap gap-3">
          <Button type="submit" size="large" pending={form.isPending} pendingLabel="Saving...">
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
      }
    >
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
          {...form.field('amountCurrency')}
          label="Currency"
          options={CURRENCY_OPTIONS}
          {...(values.amountCurrency === 'USD' ? { hint: 'A dollar counts as one USDT at the market’s rate.' } : {})}
        />
        <div className="-my-3.5">
          <SwitchRow
            label="The payer chooses the amount"
            detail="For tips, donations, and orders that differ."
            isOn={values.isOpen}
            onChange={set('isOpen')}
          />
        </div>
        {values.isOpen ? (
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <TextField {...moneyOf('minimum')} label="Smallest amount" hint="Empty: no limit." />
            <TextField {...moneyOf('maximum')} label="Largest amount" hint="Empty: no limit." />
          </div>
        ) : (
          <TextField
            {...moneyOf('amount')}
            label="Amount"
            hint={
              values.amountCurrency === 'NGN'
                ? 'What reaches your bank account. The payer sees the coins that it takes.'
                : 'Converted to naira at the current rate.'
            }
          />
        )}
      </Part>
      <Part title="Coins" detail="What payers may pay with. You are always paid naira.">
        <CoinFields offered={offered} pairs={values.pairs} error={form.errorOf('pairs')} onChange={set('pairs')} />
      </Part>
      <Part title="Your own fields" detail="Ask payers for what you need to deliver, such as a size. Optional.">
        <CustomFieldRows rows={values.fields} error={form.errorOf('fields')} onChange={set('fields')} />
      </Part>
      <Part title="Pictures" detail="JPEG, PNG or WebP. Leave them out, and the page draws its own.">
        <PictureField
          kind="banner"
          label="Banner"
          hint="Across the top of the page; cut to three times as wide as high."
          picture={values.banner}
          onChange={set('banner')}
        />
        <PictureField
          kind="profile"
          label="Profile picture"
          hint="Your logo or your face; cut to a circle."
          picture={values.profile}
          onChange={set('profile')}
        />
      </Part>
      <Part title="Expiry and after payment">
        <div className="-my-3.5">
          <SwitchRow
            label="One payment only"
            detail="The link ends with the first payment that is covered."
            isOn={values.isOnce}
            onChange={set('isOnce')}
          />
        </div>
        <TextField
          {...form.field('endDay')}
          label="Last day"
          type="date"
          hint={
            values.endDay === ''
              ? 'The link ends at midnight in Lagos. Empty: it never ends.'
              : `The link ends after ${dayName(values.endDay)}, at midnight in Lagos.`
          }
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
    </Form>
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
