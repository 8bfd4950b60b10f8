import { type Approvals, type ApprovalsView, endpoints, isolated } from '@kobogate/contract';
import { useState } from 'react';
import { focusField } from '../../lib/focus-field.ts';
import { call, isUnreachable } from '../../lib/client.ts';
import { nairaOfKobo } from '../../lib/formats.ts';
import { useSession } from '../../lib/session-context.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SwitchRow } from '../../ui/switch.tsx';
import { SettingsSection } from '../../account/settings/settings-section.tsx';
import { APPROVALS_PARTS } from './describe-change.ts';
import { NairaField } from './naira-field.tsx';
import { koboOf, typedNaira } from './naira-input.ts';
import { SectionForm } from './section-form.tsx';
import { type Section, useSection } from './use-section.ts';

const { read, saveApprovals } = endpoints.settings;

/** Above which naira an order needs the approval of two administrators. */
export function ApprovalsSection({ view }: { view: ApprovalsView }) {
  const section = useSection<Approvals>(
    view,
    async (body) => {
      const answer = await call(saveApprovals, { body });
      return isUnreachable(answer) ? answer : { message: answer.message, view: answer.data };
    },
    { queries: [read.path] },
  );
  return (
    <SettingsSection
      id="approvals"
      title="Two approvals"
      detail="Large orders can wait for a second administrator, and never clear by themselves. Raising the amount or ending this takes two administrators too."
    >
      {view.proposal !== null && <Proposal proposal={view.proposal} section={section} />}
      <ApprovalsForm key={section.round} section={section} />
    </SettingsSection>
  );
}

/** A change that one administrator wants and another has to confirm. */
function Proposal({
  proposal: { value, adminId, by, at },
  section,
}: {
  proposal: NonNullable<ApprovalsView['proposal']>;
  section: Section<Approvals>;
}) {
  const { user } = useSession();
  const isOwn = user?.id === adminId;
  const wish =
    value.secondAboveKobo === null
      ? 'one approval to be enough'
      : `two approvals only above ${nairaOfKobo(value.secondAboveKobo)}`;
  return (
    <div className="mb-5">
      <Notice
        tone="warning"
        title={isOwn ? `You want ${wish}.` : `${isolated(by)} wants ${wish}.`}
        {...(isOwn
          ? {}
          : {
              action: (
                <Button
                  variant="secondary"
                  pending={section.isPending}
                  pendingLabel="Confirming..."
                  onClick={() => section.save(value)}
                >
                  Confirm this
                </Button>
              ),
            })}
      >
        {isOwn
          ? 'Another administrator has to confirm it; until then nothing changes. '
          : 'Nothing changes until you confirm it. '}
        <Moment at={at} />
      </Notice>
    </div>
  );
}

function ApprovalsForm({ section }: { section: Section<Approvals> }) {
  const { secondAboveKobo: kobo } = section.base.value;
  const draft = useDraft(`two approvals ${section.base.version}`, {
    isOn: kobo !== null,
    naira: kobo === null ? '' : typedNaira(kobo),
  });
  const { isOn, naira } = draft.value;
  const [isWrong, setIsWrong] = useState(false);

  function submit(form: HTMLFormElement): void {
    const secondAboveKobo = isOn ? koboOf(naira) : null;
    setIsWrong(isOn && secondAboveKobo === null);
    if (isOn && secondAboveKobo === null) return focusField(form, 'second');
    section.save({ secondAboveKobo });
  }

  return (
    <SectionForm section={section} draft={draft} parts={APPROVALS_PARTS} name="two approvals" onSubmit={submit}>
      <div className="-my-3.5">
        <SwitchRow
          label="Two administrators for large orders"
          detail="Off: one administrator approves any order."
          isOn={isOn}
          onChange={(next) => draft.setValue({ naira, isOn: next })}
        />
      </div>
      {isOn && (
        <NairaField
          label="Two approvals above"
          name="second"
          value={naira}
          isWrong={isWrong}
          onChange={(next) => draft.setValue({ isOn, naira: next })}
        />
      )}
    </SectionForm>
  );
}
