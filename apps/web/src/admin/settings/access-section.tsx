import {
  type AccessPolicy,
  ADMIN_IDLE_MOST_MINUTES,
  ADMIN_SESSION_MOST_HOURS,
  endpoints,
  PROOF_MINUTES,
  type SettingView,
} from '@kobogate/contract';
import { useState } from 'react';
import { call, isUnreachable } from '../../lib/client.ts';
import { focusField } from '../../lib/focus-field.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { TextField } from '../../ui/text-field.tsx';
import { SettingsSection } from '../../account/settings/settings-section.tsx';
import { ACCESS_PARTS } from './describe-change.ts';
import { WHOLE_WRONG, wholeOf } from './holds-rules.ts';
import { NairaField } from './naira-field.tsx';
import { koboOf, typedNaira } from './naira-input.ts';
import { SectionForm } from './section-form.tsx';
import { type Section, useSection } from './use-section.ts';

const { read, saveAccess } = endpoints.settings;
const TIMES = ['adminHours', 'adminIdleMinutes', 'userDays', 'userIdleDays'] as const;
type Time = (typeof TIMES)[number];

/** How long sessions last, and above which naira a decision takes a fresh proof. */
export function AccessSection({ view }: { view: SettingView<AccessPolicy> }) {
  const section = useSection(
    view,
    async (body) => {
      const answer = await call(saveAccess, { body });
      return isUnreachable(answer) ? answer : { message: 'Sign-in and proof saved', view: answer.data };
    },
    { queries: [read.path] },
  );
  return (
    <SettingsSection
      id="access"
      title="Sign-in and proof"
      detail={`What protects this gateway from a stolen sign-in. Every change of a setting takes your password and second factor, at most ${PROOF_MINUTES} minutes old; so does a decision about more than this amount. Times hold for those who sign in from now on.`}
    >
      <AccessForm key={section.round} section={section} />
    </SettingsSection>
  );
}

function AccessForm({ section }: { section: Section<AccessPolicy> }) {
  const { value } = section.base;
  const draft = useDraft(`sign-in and proof ${section.base.version}`, {
    proof: typedNaira(value.proofAboveKobo),
    adminHours: String(value.adminHours),
    adminIdleMinutes: String(value.adminIdleMinutes),
    userDays: String(value.userDays),
    userIdleDays: String(value.userIdleDays),
  });
  const { value: typed, setValue: setTyped } = draft;
  const [wrong, setWrong] = useState<Time | 'proof' | null>(null);

  function submit(form: HTMLFormElement): void {
    const proofAboveKobo = koboOf(typed.proof);
    const wrongField =
      proofAboveKobo === null ? 'proof' : (TIMES.find((name) => wholeOf(typed[name]) === null) ?? null);
    setWrong(wrongField);
    if (wrongField !== null || proofAboveKobo === null) return focusField(form, wrongField ?? 'proof');
    const times = (name: Time): number => wholeOf(typed[name]) ?? 0;
    section.save({
      proofAboveKobo,
      adminHours: times('adminHours'),
      adminIdleMinutes: times('adminIdleMinutes'),
      userDays: times('userDays'),
      userIdleDays: times('userIdleDays'),
    });
  }

  const field = (name: Time, label: string, suffix: string, hint?: string) => (
    <TextField
      label={label}
      name={name}
      inputMode="numeric"
      autoComplete="off"
      maxLength={9}
      suffix={suffix}
      className="figures"
      {...(hint === undefined ? {} : { hint })}
      value={typed[name]}
      error={wrong === name ? WHOLE_WRONG : undefined}
      onChange={(event) => {
        setTyped({ ...typed, [name]: event.target.value });
        setWrong(null);
      }}
    />
  );
  return (
    <SectionForm section={section} draft={draft} parts={ACCESS_PARTS} name="sign-in and proof" onSubmit={submit}>
      <NairaField
        label="A decision takes a fresh proof above"
        name="proof"
        value={typed.proof}
        isWrong={wrong === 'proof'}
        onChange={(proof) => {
          setTyped({ ...typed, proof });
          setWrong(null);
        }}
      />
      <fieldset className="grid items-start gap-5 sm:grid-cols-2">
        <legend className="mb-2 text-sm font-semibold">Administrators</legend>
        {field('adminHours', 'Signed in for at most', 'hours', `Up to ${ADMIN_SESSION_MOST_HOURS}.`)}
        {field('adminIdleMinutes', 'Signed out when unused for', 'minutes', `Up to ${ADMIN_IDLE_MOST_MINUTES}.`)}
      </fieldset>
      <fieldset className="grid items-start gap-5 sm:grid-cols-2">
        <legend className="mb-2 text-sm font-semibold">Customers</legend>
        {field('userDays', 'Signed in for at most', 'days')}
        {field('userIdleDays', 'Signed out when unused for', 'days')}
      </fieldset>
    </SectionForm>
  );
}
