import { endpoints } from '@kobogate/contract';
import { useDownload } from '../../lib/use-download.ts';
import { Button } from '../../ui/button.tsx';
import { Download, Printer } from '../../ui/icons.ts';

/** Saves a receipt as a PDF, or prints it. */
export function ReceiptTools({ orderId }: { orderId: string }) {
  const { isPending, download } = useDownload();
  const { download: pdf } = endpoints.receipts;
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="secondary" onClick={() => window.print()}>
        <Printer className="size-4" aria-hidden="true" />
        Print
      </Button>
      <Button
        pending={isPending}
        pendingLabel="Making the PDF..."
        onClick={() => void download(pdf, { params: { id: orderId } }, `kobogate-receipt-${orderId}.pdf`)}
      >
        <Download className="size-4" aria-hidden="true" />
        Download PDF
      </Button>
    </div>
  );
}
