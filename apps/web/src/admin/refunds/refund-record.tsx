import { endpoints } from '@kobogate/contract';
import { useCall } from '../../lib/queries.ts';
import { LoadedRecord, type RecordProps } from '../loaded-record.tsx';
import { RefundsTable } from './refunds-table.tsx';

/** One refund, for the queue. */
export function RefundRecord({ id, onReady }: RecordProps) {
  const answer = useCall(endpoints.refunds.readForAdmin, { params: { id } });
  return (
    <LoadedRecord answer={answer} found={answer.data?.data} failed="The refund could not be loaded." onReady={onReady}>
      {(refund) => <RefundsTable refunds={[refund]} />}
    </LoadedRecord>
  );
}
