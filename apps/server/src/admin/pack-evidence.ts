import type { Evidence, OrderId, ReceiptLayout } from '@kobogate/contract';
import { zipSync } from 'fflate';
import { layOutEvidence } from './lay-out-evidence.ts';
import { type EvidenceDependencies, viewEvidence } from './view-evidence.ts';

export interface PackDependencies extends EvidenceDependencies {
  readonly drawReceipt: (layout: ReceiptLayout) => Promise<Uint8Array<ArrayBuffer>>;
}

/** An order's evidence as a PDF. */
export async function drawEvidence(
  { settings, clock, drawReceipt }: PackDependencies,
  found: Evidence,
): Promise<Uint8Array<ArrayBuffer>> {
  const { brand } = await settings.current();
  return drawReceipt(layOutEvidence(found, brand, clock.now()));
}

/** An order's evidence as one archive for a bank's or regulator's question: the PDF to read, and the same as JSON. Throws 404. */
export async function packEvidence(dependencies: PackDependencies, orderId: OrderId): Promise<Uint8Array<ArrayBuffer>> {
  const found = await viewEvidence(dependencies, orderId);
  const name = `evidence-${orderId}`;
  const files = {
    [`${name}.pdf`]: await drawEvidence(dependencies, found),
    [`${name}.json`]: new TextEncoder().encode(`${JSON.stringify(found, null, 2)}\n`),
  };
  return zipSync(files, { mtime: dependencies.clock.now() });
}
