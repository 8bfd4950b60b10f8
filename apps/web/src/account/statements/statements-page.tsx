import { endpoints, PRODUCT_NAME, type Statement } from '@kobogate/contract';
import { useState } from 'react';
import { messageFor } from '../../lib/client.ts';
import { monthText, nairaOfKobo } from '../../lib/formats.ts';
import { useCall } from '../../lib/queries.ts';
import { useSession } from '../../lib/session-context.ts';
import { useDownload } from '../../lib/use-download.ts';
import { useNow } from '../../lib/use-now.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeading, PageHeading } from '../../ui/card.tsx';
import { FactList } from '../../ui/facts.tsx';
import { Download } from '../../ui/icons.ts';
import { Loading } from '../../ui/loading.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { statementMonths } from './statement-months.ts';
import { ON_PAPER, StatementTables } from './statement-tables.tsx';

/** A month of the user's coins and naira, from the ledger, to read and to download. */
export function Component() {
  const { user } = useSession();
  const now = useNow();
  const months = statementMonths(now, user?.createdAt ?? new Date(now).toISOString());
  const [chosen, setChosen] = useState('');
  const month = chosen === '' ? (months[0]?.value ?? '') : chosen;
  const statement = useCall(endpoints.statements.read, { query: { month } });
  return (
    <>
      <PageTitle>Statements</PageTitle>
      <div className="print:hidden">
        <BackLink to="/account/convert-to-naira/history">Conversion history</BackLink>
        <PageHeading
          title="Statements"
          detail="What you received, converted and were paid by month, from the ledger, to the kobo."
        />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 print:gap-0 print:[page:wide]">
        <p className="hidden flex-wrap justify-between gap-x-6 pb-4 print:flex">
          <span className="font-semibold">Statement of {PRODUCT_NAME}</span>
          <span>
            {user?.name}, {user?.email}
          </span>
        </p>
        <div className="sm:max-w-xs print:hidden">
          <SelectField
            label="Month"
            options={months}
            value={month}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        </div>
        {statement.isPending && (
          <Loading label="Loading your statement" className="grid gap-4">
            <Skeleton className="h-112 lg:h-63" />
            <Skeleton className="h-80 lg:h-54" />
            <Skeleton className="h-80" />
          </Loading>
        )}
        {statement.data === undefined && statement.isError && (
          <Card>
            <ErrorState
              message={messageFor(statement.error, 'Your statement could not be loaded.')}
              onRetry={() => void statement.refetch()}
              isRetrying={statement.isFetching}
            >
              Your money is safe where it is.
            </ErrorState>
          </Card>
        )}
        {statement.data !== undefined && <Whole statement={statement.data.data} />}
      </div>
    </>
  );
}

function Whole({ statement }: { statement: Statement }) {
  const { month, isComplete, totals } = statement;
  return (
    <>
      <Card aria-label="In naira" className={ON_PAPER}>
        <CardHeading
          title={monthText(month)}
          detail={isComplete ? 'This month is over.' : 'This month is not over: its statement still grows.'}
          action={<Downloads month={month} />}
        />
        <FactList
          isWide
          facts={[
            { label: 'Received, worth when it came', value: nairaOfKobo(totals.receivedKobo) },
            { label: 'Converted to', value: nairaOfKobo(totals.convertedKobo) },
            { label: 'Fees, part of the rate', value: nairaOfKobo(totals.feeKobo) },
            { label: 'VAT on the fees', value: nairaOfKobo(totals.vatKobo) },
            { label: 'Paid to your bank account', value: nairaOfKobo(totals.paidKobo) },
            { label: 'Came back from the bank', value: nairaOfKobo(totals.returnedKobo) },
          ]}
        />
      </Card>
      <StatementTables statement={statement} />
    </>
  );
}

function Downloads({ month }: { month: string }) {
  const csv = useDownload();
  const workbook = useDownload();
  const { downloadCsv, downloadWorkbook } = endpoints.statements;
  return (
    <div className="grid gap-2 max-sm:grow sm:flex print:hidden">
      <Button
        variant="secondary"
        pending={csv.isPending}
        pendingLabel="Preparing..."
        onClick={() => void csv.download(downloadCsv, { query: { month } }, `kobogate-statement-${month}.csv`)}
      >
        {!csv.isPending && <Download className="size-4" aria-hidden="true" />}
        Download CSV
      </Button>
      <Button
        variant="secondary"
        pending={workbook.isPending}
        pendingLabel="Preparing..."
        onClick={() =>
          void workbook.download(downloadWorkbook, { query: { month } }, `kobogate-statement-${month}.xlsx`)
        }
      >
        {!workbook.isPending && <Download className="size-4" aria-hidden="true" />}
        Download XLSX
      </Button>
    </div>
  );
}
