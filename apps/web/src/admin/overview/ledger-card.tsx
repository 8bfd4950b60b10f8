import { endpoints, type AnswerOf } from '@kobogate/contract';
import { useState } from 'react';
import { call, isUnreachable, messageFor } from '../../lib/client.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeading } from '../../ui/card.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ForRole } from '../for-role.tsx';
import { countText } from '../count-text.ts';

type LedgerReport = AnswerOf<typeof endpoints.admin.verifyLedger>['data'];
const VERIFY_FAILED = 'The ledger could not be verified now. Nothing was changed; please try again.';

/** Recomputes every balance on request and shows the result. */
export function LedgerCard() {
  const { isPending, run } = usePending();
  const [report, setReport] = useState<LedgerReport | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function verify(): Promise<void> {
    setProblem(null);
    try {
      const answer = await call(endpoints.admin.verifyLedger);
      if (isUnreachable(answer)) return setProblem(answer);
      setReport(answer.data);
    } catch (failure) {
      setProblem(messageFor(failure, VERIFY_FAILED));
    }
  }

  return (
    <Card>
      <CardHeading
        title="Ledger"
        detail="Every balance is recomputed from its entries and compared. Nothing is changed."
      />
      <div className="grid gap-4">
        <ForRole call={endpoints.admin.verifyLedger}>
          <Button
            variant="secondary"
            className="justify-self-start"
            pending={isPending}
            pendingLabel="Verifying..."
            onClick={() => void run(verify)}
          >
            Verify ledger
          </Button>
        </ForRole>
        {problem !== null && (
          <Notice tone="danger" isUrgent>
            {problem}
          </Notice>
        )}
        {report !== null && <Report report={report} />}
      </div>
    </Card>
  );
}

function Report({ report }: { report: LedgerReport }) {
  const { ok, accounts, transactions, entries, differences } = report;
  return (
    <Notice
      tone={ok ? 'success' : 'danger'}
      isUrgent={!ok}
      title={
        ok ? 'The ledger agrees with itself.' : 'The ledger has differences. Please stop payouts and look into them.'
      }
    >
      <p className="figures">
        {countText(accounts)} accounts, {countText(transactions)} transactions and {countText(entries)} entries checked.
      </p>
      <p>
        <Moment at={report.checkedAt} />
      </p>
      {differences.length > 0 && (
        <ul className="mt-2 list-disc pl-5 wrap-anywhere">
          {differences.map((difference) => (
            <li key={difference}>{difference}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
