import { type AdminRefund, endpoints } from '@kobogate/contract';
import { useState } from 'react';
import { useCall } from '../../lib/queries.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { LoadedRecord, type RecordProps } from '../loaded-record.tsx';
import { namedRow } from '../named-row.ts';
import { DecisionDialog, type RefundDecision } from './decision-dialog.tsx';
import { refundColumns } from './refund-columns.tsx';

/**
 * Refunds, and the dialog of the decision that is being made on one of them, about the refund as it is now. `isOfOne`: all of one
 * person, whose page it is.
 */
export function RefundsTable({ refunds, isOfOne = false }: { refunds: readonly AdminRefund[]; isOfOne?: boolean }) {
  const [decision, setDecision] = useState<RefundDecision | null>(null);
  return (
    <>
      <DataTable
        caption="Refunds"
        columns={refundColumns(setDecision).filter(({ id }) => !isOfOne || id !== 'customer')}
        rows={refunds}
        rowKey={({ id }) => id}
        rowProps={({ id }) => namedRow(id)}
      />
      {decision !== null && (
        <DecisionDialog
          decision={{ ...decision, refund: refunds.find(({ id }) => id === decision.refund.id) ?? decision.refund }}
          onClose={() => setDecision(null)}
        />
      )}
    </>
  );
}

/** One refund, for the queue. */
export function RefundRecord({ id, onReady }: RecordProps) {
  const answer = useCall(endpoints.refunds.readForAdmin, { params: { id } });
  return (
    <LoadedRecord answer={answer} found={answer.data?.data} failed="The refund could not be loaded." onReady={onReady}>
      {(refund) => <RefundsTable refunds={[refund]} />}
    </LoadedRecord>
  );
}
