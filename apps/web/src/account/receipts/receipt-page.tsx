import { endpoints } from '@kobogate/contract';
import { useParams } from 'react-router';
import { useCall } from '../../lib/queries.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Loading } from '../../ui/loading.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { ReceiptSheet } from './receipt-sheet.tsx';
import { ReceiptTools } from './receipt-tools.tsx';

/** The receipt of one conversion, to read, to print and to keep. */
export function Component() {
  const { orderId = '' } = useParams();
  const answer = useCall(endpoints.receipts.read, { params: { id: orderId } });
  const receipt = answer.data?.data;
  return (
    <>
      <PageTitle>Receipt</PageTitle>
      <div className="max-w-3xl">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3 print:hidden">
          <BackLink to={`/account/convert-to-naira/${orderId}`}>Conversion</BackLink>
          {answer.isPending && <Skeleton className="h-11 w-64" />}
          {receipt !== undefined && <ReceiptTools orderId={orderId} />}
        </div>
        {answer.isPending && (
          <Loading label="Loading the receipt">
            <h1 className="sr-only">Receipt</h1>
            <Skeleton className="h-192" />
          </Loading>
        )}
        {receipt === undefined && answer.isError && (
          <NotLoaded
            title="Receipt"
            answer={answer}
            fallback="The receipt could not be loaded."
            others={{ to: '/account/convert-to-naira/history', label: 'Open the history' }}
          >
            Your money is safe where it is.
          </NotLoaded>
        )}
        {receipt !== undefined && <ReceiptSheet receipt={receipt} />}
      </div>
    </>
  );
}
