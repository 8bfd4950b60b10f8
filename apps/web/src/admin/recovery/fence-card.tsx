import { endpoints, type Recovery } from '@kobogate/contract';
import { useState } from 'react';
import { dateTimeText } from '../../lib/formats.ts';
import { useContractForm } from '../../lib/use-contract-form.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeading } from '../../ui/card.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { FactList } from '../../ui/facts.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Status } from '../../ui/status.tsx';
import { ForRole } from '../for-role.tsx';
import { ANSWER_LOST } from './recovery-words.ts';

type Fence = NonNullable<Recovery['fence']>;

/** Why payouts are stopped, what is left to do, and the approval to resume them. */
export function FenceCard({ fence, left }: { fence: Fence; left: readonly string[] }) {
  const [open, setOpen] = useState<'lift' | 'further' | null>(null);
  const close = (): void => setOpen(null);
  const { reason, raisedAt, readFrom, firstLiftedBy, isFirstLiftedByMe } = fence;
  const isReady = left.length === 0;
  return (
    <Card aria-label="State">
      <CardHeading title="Payouts are stopped" action={<Status tone="danger">Stopped</Status>} />
      <p className="max-w-prose text-[15px]">{reason}</p>
      <p className="mt-2 max-w-prose text-[15px] text-ink-soft">
        No payout, refund or sweep is sent. Deposits are watched and credited as usual.
      </p>
      <div className="mt-3">
        <FactList
          isWide
          facts={[
            { label: 'Stopped since', value: dateTimeText(raisedAt) },
            { label: 'Lists are read from', value: dateTimeText(readFrom) },
            ...(firstLiftedBy === null ? [] : [{ label: 'First to approve', value: <bdi>{firstLiftedBy}</bdi> }]),
          ]}
        />
      </div>
      <h3 className="mt-5 font-semibold">{isReady ? 'Everything is compared' : 'Left to do'}</h3>
      {isReady ? (
        <p className="mt-1 max-w-prose text-[15px]">{readyText(firstLiftedBy, isFirstLiftedByMe)}</p>
      ) : (
        <ul className="mt-1 grid list-disc gap-1 pl-5 text-[15px]">
          {left.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <div className="mt-5 flex flex-wrap gap-3 max-sm:*:grow">
        {isReady && !isFirstLiftedByMe && (
          <ForRole call={endpoints.recovery.lift} otherwise={null}>
            <Button onClick={() => setOpen('lift')}>Resume payouts</Button>
          </ForRole>
        )}
        <ForRole call={endpoints.recovery.readFurther}>
          <Button variant="secondary" onClick={() => setOpen('further')}>
            Read further back
          </Button>
        </ForRole>
      </div>
      {open === 'lift' && <LiftDialog readFrom={readFrom} isSecond={firstLiftedBy !== null} onClose={close} />}
      {open === 'further' && <FurtherDialog readFrom={readFrom} onClose={close} />}
    </Card>
  );
}

function readyText(firstLiftedBy: string | null, isByMe: boolean): string {
  if (firstLiftedBy === null) return 'Two administrators have to approve that payouts leave again.';
  if (!isByMe) return 'One administrator has approved that payouts leave again. You can be the second.';
  return 'You have approved. A second administrator has to approve too, or the operator runs npm run ops -- recovery lift on the machine.';
}

function LiftDialog({ readFrom, isSecond, onClose }: { readFrom: string; isSecond: boolean; onClose: () => void }) {
  const form = useContractForm(endpoints.recovery.lift, { initial: {}, onDone: onClose, failed: ANSWER_LOST });
  return (
    <FormDialog
      form={form}
      title="Resume payouts?"
      description={
        isSecond
          ? 'Payouts that wait leave at once. Your name is kept with this.'
          : 'A second administrator has to approve too. Your name is kept with this.'
      }
      cancel="Not yet"
      confirm={isSecond ? 'Let payouts leave' : 'Approve as the first'}
      pendingLabel="Saving..."
      onClose={onClose}
    >
      <p className="text-[15px]">
        Was the backup made after {dateTimeText(readFrom)}? The banks’ lists are read from there. If it is older, press
        “Not yet” and read further back: payouts from the time between would be sent a second time.
      </p>
    </FormDialog>
  );
}

function FurtherDialog({ readFrom, onClose }: { readFrom: string; onClose: () => void }) {
  const form = useContractForm(endpoints.recovery.readFurther, {
    initial: { day: '' },
    needed: { day: 'Please choose a day.' },
    // Midnight in Lagos, one hour ahead of UTC all year.
    body: ({ day }) => ({ from: `${day}T00:00:00+01:00` }),
    onDone: onClose,
    failed: ANSWER_LOST,
  });
  return (
    <FormDialog
      form={form}
      title="Read the lists from an earlier day?"
      description={`They are read from ${dateTimeText(readFrom)} on. If the backup is older than that, give the day before it was made.`}
      confirm="Read from there"
      onClose={onClose}
    >
      <DayField
        label="From the beginning of"
        name="day"
        value={form.values.day}
        error={form.errorOf('day')}
        onChange={form.set('day')}
      />
    </FormDialog>
  );
}
