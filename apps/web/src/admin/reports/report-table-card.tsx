import { endpoints, type Report, type ReportTable } from '@kobogate/contract';
import type { ReactNode } from 'react';
import { useDownload } from '../../lib/use-download.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeading } from '../../ui/card.tsx';
import { Download } from '../../ui/icons.ts';

/** A card with one table of the report, which it downloads as CSV. */
export function ReportTableCard({
  report,
  table,
  title,
  detail,
  children,
}: {
  report: Pick<Report, 'from' | 'to'>;
  table: ReportTable;
  title: string;
  detail: string;
  children: ReactNode;
}) {
  const { isPending, download } = useDownload();
  const { from, to } = report;
  const file = `kobogate-${table}-${from}-to-${to}.csv`;

  return (
    <Card aria-label={title}>
      <CardHeading
        title={title}
        detail={detail}
        action={
          <Button
            variant="quiet"
            className="max-sm:-ml-4 sm:-mr-4"
            pending={isPending}
            pendingLabel="Preparing..."
            aria-label={`Download CSV: ${title}`}
            onClick={() => void download(endpoints.reports.download, { query: { from, to, table } }, file)}
          >
            {!isPending && <Download className="size-4" aria-hidden="true" />}
            Download CSV
          </Button>
        }
      />
      {children}
    </Card>
  );
}
