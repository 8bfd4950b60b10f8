import { type Approvals, type ApprovalsView, endpoints, isolated, type SettingView } from '@kobogate/contract';
import { useState } from 'react';
import { nairaOfKobo } from '../../lib/formats.ts';
import { useSession } from '../../lib/session-context.ts';
import { useCall } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Notice } from '../../ui/notice.tsx';
import { LoadedRecord, type RecordProps } from '../loaded-record.tsx';
import { useDecisionForm } from '../use-decision-form.ts';
import { APPROVALS } from './sections.ts';
import { SectionCard } from './setting-section.tsx';
import { useSettingRow } from './use-setting-row.ts';

/** Above which naira an order needs the approval of two administrators. */
export function ApprovalsSection({ view }: { view: ApprovalsView }) {
  const section = useSettingRow(APPROVALS, view);
  const { proposal } = view;
  return (
    <SectionCard
      row={APPROVALS}
      view={view}
      section={section}
      above={
        proposal !== null && <Proposal proposal={proposal} version={section.base.version} onConfirmed={section.show} />
      }
    />
  );
}

/** The change that waits for another administrator, for the queue. */
export function ProposalRecord({ onReady }: RecordProps) {
  const answer = useCall(endpoints.settings.read);
  const view = answer.data?.data.approvals;
  return (
    <LoadedRecord
      answer={answer}
      // With the version that it is a change of: another one is another question.
      found={view === undefined || view.proposal === null ? undefined : view}
      failed="The setting could not be loaded."
      onReady={onReady}
    >
      {({ proposal, version }) => proposal !== null && <Proposal proposal={proposal} version={version} />}
    </LoadedRecord>
  );
}

/** A change by one administrator that another has to confirm. */
function Proposal({
  proposal: { value, adminId, by, at },
  version,
  onConfirmed,
}: {
  proposal: NonNullable<ApprovalsView['proposal']>;
  version: number;
  onConfirmed?: (view: SettingView<Approvals>) => void;
}) {
  const { user } = useSession();
  const isOwn = user?.id === adminId;
  const [asked, setAsked] = useState<'confirm' | 'end' | null>(null);
  const close = () => setAsked(null);
  const wish =
    value.secondAboveKobo === null
      ? 'one approval to be enough'
      : `two approvals only above ${nairaOfKobo(value.secondAboveKobo)}`;
  const actions = (
    <span className="flex flex-wrap gap-2">
      {!isOwn && (
        <Button variant="secondary" aria-haspopup="dialog" onClick={() => setAsked('confirm')}>
          Confirm this
        </Button>
      )}
      <Button variant={isOwn ? 'secondary' : 'quiet'} aria-haspopup="dialog" onClick={() => setAsked('end')}>
        {isOwn ? 'Withdraw it' : 'Refuse it'}
      </Button>
    </span>
  );
  return (
    <div className="mb-5">
      <Notice tone="warning" title={isOwn ? `You want ${wish}.` : `${isolated(by)} wants ${wish}.`} action={actions}>
        {isOwn
          ? 'Another administrator has to confirm it; until then nothing changes. '
          : 'Nothing changes until you confirm it. '}
        <Moment at={at} />
      </Notice>
      {asked === 'confirm' && (
        <ConfirmDialog
          body={{ version, value }}
          wish={`${isolated(by)} wants ${wish}.`}
          onConfirmed={onConfirmed}
          onClose={close}
        />
      )}
      {asked === 'end' && (
        <EndDialog
          at={at}
          isOwn={isOwn}
          wish={isOwn ? `You want ${wish}.` : `${isolated(by)} wants ${wish}.`}
          onClose={close}
        />
      )}
    </div>
  );
}

function ConfirmDialog({
  body,
  wish,
  onConfirmed,
  onClose,
}: {
  body: { version: number; value: Approvals };
  wish: string;
  onConfirmed: ((view: SettingView<Approvals>) => void) | undefined;
  onClose: () => void;
}) {
  const form = useDecisionForm(endpoints.settings.saveApprovals, {
    initial: {},
    body: () => body,
    onDone: ({ data }) => {
      onClose();
      onConfirmed?.(data);
    },
    failed: 'This was not saved. The old setting stays; please try again.',
  });
  return (
    <FormDialog
      form={form}
      returnTo={form.returnTo}
      title="Confirm this change?"
      description="It applies at once, to all orders that wait."
      cancel="Leave it as it is"
      confirm="Confirm the change"
      pendingLabel="Confirming..."
      startsAtConfirm
      onClose={onClose}
    >
      <p className="rounded-card bg-sunk p-4 text-[15px]">{wish}</p>
    </FormDialog>
  );
}

/** Asks once more before a proposal ends: one’s own is withdrawn, that of another refused. */
function EndDialog({ at, isOwn, wish, onClose }: { at: string; isOwn: boolean; wish: string; onClose: () => void }) {
  const form = useDecisionForm(endpoints.settings.endProposal, {
    initial: {},
    body: () => ({ at }),
    onDone: onClose,
    failed: 'Nothing was changed: the proposal still waits. Please try again.',
  });
  return (
    <FormDialog
      form={form}
      returnTo={form.returnTo}
      title={isOwn ? 'Withdraw your proposal?' : 'Refuse this change?'}
      description="The rule stays as it is. Your name is kept with this."
      cancel="Leave it waiting"
      confirm={isOwn ? 'Withdraw it' : 'Refuse it'}
      pendingLabel={isOwn ? 'Withdrawing...' : 'Refusing...'}
      startsAtConfirm
      onClose={onClose}
    >
      <p className="rounded-card bg-sunk p-4 text-[15px]">{wish}</p>
    </FormDialog>
  );
}
