import { endpoints, type Evidence } from '@kobogate/contract';
import { saveFile } from '../../lib/save-file.ts';
import { useDownload } from '../../lib/use-download.ts';
import { Button } from '../../ui/button.tsx';
import { FactList } from '../../ui/facts.tsx';
import { Download } from '../../ui/icons.ts';
import { Moment } from '../../ui/moment.tsx';

/** All that is known about an order as files, for a bank’s or a regulator’s question: both by one press, or one of them. */
export function EvidenceFiles({ evidence }: { evidence: Evidence }) {
  const pack = useDownload();
  const paper = useDownload();
  const { id, date } = evidence.order;
  const params = { id };
  return (
    <>
      <FactList
        facts={[
          { label: 'Order', value: <code className="font-mono text-sm">{id}</code> },
          { label: 'Made', value: <Moment at={date} /> },
        ]}
      />
      <div className="mt-2 flex flex-wrap gap-1">
        <Button
          variant="secondary"
          pending={pack.isPending}
          pendingLabel="Drawing..."
          onClick={() => void pack.download(endpoints.evidence.pack, { params }, `evidence-${id}.zip`)}
        >
          <Download className="size-4" aria-hidden="true" />
          PDF and JSON
        </Button>
        <Button
          variant="quiet"
          pending={paper.isPending}
          pendingLabel="Drawing..."
          onClick={() => void paper.download(endpoints.evidence.download, { params }, `evidence-${id}.pdf`)}
        >
          Only the PDF
        </Button>
        <Button
          variant="quiet"
          onClick={() => saveFile(JSON.stringify(evidence, null, 2), 'application/json', `evidence-${id}.json`)}
        >
          Only the JSON
        </Button>
      </div>
    </>
  );
}
