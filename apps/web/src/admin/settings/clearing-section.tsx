import {
  type ClearingPolicy,
  endpoints,
  RATE_MOVE_MOST_BASIS_POINTS,
  type SettingView,
  SHORT_AT_MOST_KOBO,
  SHORT_MOST_BASIS_POINTS,
} from '@kobogate/contract';
import { useState } from 'react';
import { focusField } from '../../lib/focus-field.ts';
import { call, isUnreachable } from '../../lib/client.ts';
import { nairaOfKobo } from '../../lib/formats.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { SwitchRow } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { SettingsSection } from '../../account/settings/settings-section.tsx';
import { CLEARING_PARTS } from './describe-change.ts';
import { NairaField } from './naira-field.tsx';
import { koboOf, typedNaira } from './naira-input.ts';
import { basisPointsOf, typedPercent } from './percent-input.ts';
import { SectionForm } from './section-form.tsx';
import { type Section, useSection } from './use-section.ts';

const DAYS_WRONG = 'Please enter whole days, such as 0 or 30.';
const SHORT_WRONG = `Please enter percent from 0 to ${typedPercent(SHORT_MOST_BASIS_POINTS)} with at most 2 decimals, such as 0.1.`;
const MOVE_WRONG = `Please enter percent from 0 to ${typedPercent(RATE_MOVE_MOST_BASIS_POINTS)} with at most 2 decimals, such as 2.`;
const { read, saveClearing } = endpoints.settings;

/** Which orders clear without a person. */
export function ClearingSection({ view }: { view: SettingView<ClearingPolicy> }) {
  const section = useSection(
    view,
    async (body) => {
      const answer = await call(saveClearing, { body });
      return isUnreachable(answer) ? answer : { message: 'Clearing policy saved', view: answer.data };
    },
    { queries: [read.path] },
  );
  return (
    <SettingsSection
      id="clearing"
      title="Clearing policy"
      detail="Which orders are paid out without an administrator. An order whose account name the bank did not confirm always waits for one."
    >
      <ClearingForm key={section.round} section={section} />
    </SettingsSection>
  );
}

type Field = 'naira' | 'days' | 'payments' | 'short' | 'move';

/** The first of the fields, from the top, that is wrong; null where none is. Pure. */
const firstWrong = (wrong: Readonly<Record<Field, boolean>>): Field | null =>
  (['naira', 'payments', 'days', 'short', 'move'] as const).find((field) => wrong[field]) ?? null;

function ClearingForm({ section }: { section: Section<ClearingPolicy> }) {
  const {
    automaticBelowKobo: kobo,
    paymentsBelowKobo: paymentsKobo,
    minimumAccountDays,
    shortBasisPoints,
    rateMoveBasisPoints,
  } = section.base.value;
  const draft = useDraft(`clearing ${section.base.version}`, {
    isOn: kobo !== null,
    naira: kobo === null ? '' : typedNaira(kobo),
    days: String(minimumAccountDays),
    isOnForPayments: paymentsKobo !== null,
    payments: paymentsKobo === null ? '' : typedNaira(paymentsKobo),
    short: typedPercent(shortBasisPoints),
    move: typedPercent(rateMoveBasisPoints),
  });
  const { isOn, naira, days, isOnForPayments, payments, short, move } = draft.value;
  const edit = (change: Partial<typeof draft.value>): void => draft.setValue({ ...draft.value, ...change });
  const [wrong, setWrong] = useState<Field | null>(null);

  function submit(form: HTMLFormElement): void {
    const automaticBelowKobo = isOn ? koboOf(naira) : null;
    const paymentsBelowKobo = isOnForPayments ? koboOf(payments) : null;
    const shortOf = basisPointsOf(short, SHORT_MOST_BASIS_POINTS);
    const moveOf = basisPointsOf(move, RATE_MOVE_MOST_BASIS_POINTS);
    const found = firstWrong({
      naira: isOn && automaticBelowKobo === null,
      days: !/^\d{1,4}$/.test(days.trim()),
      payments: isOnForPayments && paymentsBelowKobo === null,
      short: shortOf === null,
      move: moveOf === null,
    });
    setWrong(found);
    if (found !== null || shortOf === null || moveOf === null) return focusField(form, found ?? 'move');
    section.save({
      automaticBelowKobo,
      paymentsBelowKobo,
      minimumAccountDays: Number(days.trim()),
      shortBasisPoints: shortOf,
      rateMoveBasisPoints: moveOf,
    });
  }

  return (
    <SectionForm section={section} draft={draft} parts={CLEARING_PARTS} name="clearing policy" onSubmit={submit}>
      <div className="-my-3.5">
        <SwitchRow
          label="Clear small orders automatically"
          detail={
            isOn
              ? 'On: an order below the amount is paid out by itself.'
              : 'Off: every order waits for an administrator.'
          }
          isOn={isOn}
          onChange={(next) => edit({ isOn: next })}
        />
      </div>
      {isOn && (
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <NairaField
            label="Clear automatically below"
            name="naira"
            value={naira}
            isWrong={wrong === 'naira'}
            onChange={(next) => edit({ naira: next })}
          />
        </div>
      )}
      <div className="-my-3.5">
        <SwitchRow
          label="Clear payments by link automatically"
          detail={
            isOnForPayments
              ? 'On: a payment below the amount is paid out by itself, if the account is old enough.'
              : 'Off: every payment by a link waits for an administrator.'
          }
          isOn={isOnForPayments}
          onChange={(next) => edit({ isOnForPayments: next })}
        />
      </div>
      {isOnForPayments && (
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <NairaField
            label="Clear payments by link below"
            name="payments"
            value={payments}
            isWrong={wrong === 'payments'}
            onChange={(next) => edit({ payments: next })}
          />
        </div>
      )}
      {(isOn || isOnForPayments) && (
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextField
            label="Only accounts at least"
            name="days"
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            suffix="days old"
            className="figures"
            value={days}
            error={wrong === 'days' ? DAYS_WRONG : undefined}
            onChange={(event) => edit({ days: event.target.value })}
          />
        </div>
      )}
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          label="Accept payments that are short by"
          name="short"
          inputMode="decimal"
          autoComplete="off"
          maxLength={5}
          suffix="%"
          className="figures"
          hint={`Wallets round. Never more than ${nairaOfKobo(String(SHORT_AT_MOST_KOBO))}; the merchant gets what the coins are worth.`}
          value={short}
          error={wrong === 'short' ? SHORT_WRONG : undefined}
          onChange={(event) => edit({ short: event.target.value })}
        />
        <TextField
          label="Look again where the rate moves by more than"
          name="move"
          inputMode="decimal"
          autoComplete="off"
          maxLength={5}
          suffix="%"
          className="figures"
          hint="After an approval or the end of the rate lock. A customer who would get less is asked first."
          value={move}
          error={wrong === 'move' ? MOVE_WRONG : undefined}
          onChange={(event) => edit({ move: event.target.value })}
        />
      </div>
    </SectionForm>
  );
}
