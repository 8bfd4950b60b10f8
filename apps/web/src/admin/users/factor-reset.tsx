import { endpoints, type FactorResetDetail, isolated, PROVIDER_NAMES, type UserDetail } from '@kobogate/contract';
import { useState } from 'react';
import { useCall } from '../../lib/queries.ts';
import { useSession } from '../../lib/session-context.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeading } from '../../ui/card.tsx';
import { FactList } from '../../ui/facts.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ForRole } from '../for-role.tsx';
import { LoadedRecord, type RecordProps } from '../loaded-record.tsx';
import { ReasonField } from '../orders/reason-field.tsx';
import { REASON_NEEDED } from '../orders/reason-needed.ts';
import { useDecisionForm } from '../use-decision-form.ts';

type Verdict = 'granted' | 'refused';

const KNOWN_WORDS = {
  device: 'A browser that they have used before',
  address: 'An unknown browser, at a network address they have used',
  unknown:
    'They have never finished a sign-in in this browser or at this network address, or not since the password was set by a link in a mail',
} as const;

const WORDS = {
  granted: {
    title: 'Grant the removal of the second step?',
    description:
      'It takes two administrators. Once the wait is over the authenticator app, the passkeys and the recovery codes are removed, and every device is signed out. The person gets a mail by which they can stop it.',
    confirm: 'Grant it',
    pendingLabel: 'Granting...',
    hint: 'How you know that it is them, such as what you asked them by phone. The team reads it in the timeline; the person does not.',
  },
  refused: {
    title: 'Refuse to remove the second step?',
    description: 'The request ends, and the person gets a mail. They can ask again.',
    confirm: 'Refuse it',
    pendingLabel: 'Refusing...',
    hint: 'The person reads it.',
  },
} as const;

/** A person's request to remove a lost second factor, with its evidence and the decision. */
export function FactorResetCard({ userId, reset }: { userId: string; reset: FactorResetDetail }) {
  return (
    <Card id="factor-reset" aria-label="Lost second step">
      <CardHeading title="Lost second step" detail="They ask for their second step to be removed." />
      <FactorReset userId={userId} reset={reset} />
    </Card>
  );
}

/** The same for the queue. */
export function FactorResetRecord({ id, onReady }: RecordProps) {
  const answer = useCall(endpoints.adminUsers.get, { params: { id } });
  const user = answer.data?.data;
  return (
    <LoadedRecord answer={answer} found={toDecide(user)} failed="The request could not be loaded." onReady={onReady}>
      {(reset) => <FactorReset userId={id} reset={reset} />}
    </LoadedRecord>
  );
}

/** A granted one waits for its time, and for no person. */
const toDecide = (user: UserDetail | undefined): FactorResetDetail | undefined =>
  user?.factorReset?.grantedAt === null ? user.factorReset : undefined;

function FactorReset({ userId, reset }: { userId: string; reset: FactorResetDetail }) {
  const [asked, setAsked] = useState<Verdict | null>(null);
  const self = useSession().user?.id;
  const { first } = reset;
  const isOwnWord = first?.adminId === self;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <blockquote className="wrap-anywhere border-l-2 border-hairline pl-4">
        <bdi>{reset.statement}</bdi>
      </blockquote>
      <FactList
        facts={[
          { label: 'Asked', value: <Moment at={reset.askedAt} /> },
          { label: 'First step', value: firstStep(reset.begunBy) },
          { label: 'From', value: [reset.device, reset.address].filter((part) => part !== '').join(', ') },
          { label: 'Known', value: KNOWN_WORDS[reset.knownBy ?? 'unknown'] },
          { label: 'Not before', value: <Moment at={reset.dueAt} /> },
        ]}
      />
      {reset.grantedAt !== null && (
        <Notice tone="brand" title="Granted by two administrators.">
          <p>
            It takes effect once the wait is over, unless its owner stops it or you refuse it after all.{' '}
            <Moment at={reset.grantedAt} />
          </p>
        </Notice>
      )}
      {reset.grantedAt === null && first !== null && (
        <Notice tone="brand" title={isOwnWord ? 'You have granted it.' : `${isolated(first.by)} has granted it.`}>
          <p className="wrap-anywhere">
            “<bdi>{first.reason}</bdi>”
          </p>
          <p>
            {isOwnWord ? 'Another administrator has to grant it too.' : 'It is granted once you grant it too.'}{' '}
            <Moment at={first.at} />
          </p>
        </Notice>
      )}
      <ForRole call={endpoints.adminUsers.decideReset}>
        {self === userId ? (
          <p className="text-sm text-ink-soft">This is your own account: others have to decide on it.</p>
        ) : (
          <div className="flex flex-wrap gap-2">
            {reset.grantedAt === null && !isOwnWord && (
              <Button aria-haspopup="dialog" onClick={() => setAsked('granted')}>
                Grant it
              </Button>
            )}
            <Button variant="secondary" aria-haspopup="dialog" onClick={() => setAsked('refused')}>
              Refuse it
            </Button>
          </div>
        )}
      </ForRole>
      {asked !== null && (
        <DecisionDialog userId={userId} reset={reset} verdict={asked} onClose={() => setAsked(null)} />
      )}
    </div>
  );
}

function firstStep(begunBy: FactorResetDetail['begunBy']): string {
  if (begunBy === 'sign-in') return 'The password';
  return begunBy === null ? 'A linked provider' : `Their account at ${PROVIDER_NAMES[begunBy]}`;
}

function DecisionDialog({
  userId,
  reset,
  verdict,
  onClose,
}: {
  userId: string;
  reset: FactorResetDetail;
  verdict: Verdict;
  onClose: () => void;
}) {
  const { hint, ...words } = WORDS[verdict];
  const form = useDecisionForm(endpoints.adminUsers.decideReset, {
    draft: `${verdict} ${reset.id}`,
    initial: { reason: '' },
    needed: REASON_NEEDED,
    params: { id: userId },
    body: ({ reason }) => ({ resetId: reset.id, verdict, reason: reason.trim() }),
    onDone: onClose,
    failed: 'We do not know whether this was decided. Please look again before you press once more.',
  });
  return (
    <FormDialog
      form={form}
      returnTo={form.returnTo}
      {...words}
      cancel="Not now"
      isDangerous={verdict === 'refused'}
      onClose={onClose}
    >
      <ReasonField form={form} hint={hint} />
    </FormDialog>
  );
}
