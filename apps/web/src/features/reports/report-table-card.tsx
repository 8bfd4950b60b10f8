import { endpoints, type Report, type ReportTable } from '@kobogate/contract';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call, isUnreachable, messageFor } from '../../lib/client.ts';
import { saveCsv } from '../../lib/save-file.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeading } from '../../ui/card.tsx';

const DOWNLOAD_FAILED = 'The file could not be made. Nothing was changed; please try again.';

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
  const { isPending, run } = usePending();
  const { from, to } = report;

  async function download(): Promise<void> {
    try {
      const csv = await call(endpoints.reports.download, { query: { from, to, table } });
      if (isUnreachable(csv)) toast.error(csv);
      else saveCsv(csv, `kobogate-${table}-${from}-to-${to}.csv`);
    } catch (failure) {
      toast.error(messageFor(failure, DOWNLOAD_FAILED));
    }
  }

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
            onClick={() => void run(download)}
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
