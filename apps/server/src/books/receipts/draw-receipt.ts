import type { ReceiptLayout, ReceiptRow } from '@kobogate/contract';
import { readFile } from 'node:fs/promises';
import { type HasLetter, printableText } from './printable-text.ts';

const MARGIN = 56;
const LABEL_WIDTH = 170;
const GAP = 14;
const INK = '#10231c';
const SOFT = '#4b5951';
const LINE = '#d9d2c3';
const GREEN = '#0a6041';
/** Tabular figures, so that amounts line up. */
const FEATURES: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum'];

/** Draws a receipt as a PDF. */
export type DrawReceipt = (layout: ReceiptLayout) => Promise<Uint8Array<ArrayBuffer>>;

interface Type {
  readonly regular: Buffer;
  readonly bold: Buffer;
}

/**
 * Reads the fonts of receipts, `inter-regular.ttf` and `inter-semibold.ttf` in the folder. Throws where they are
 * missing.
 */
export async function createReceiptPress(folder: string): Promise<DrawReceipt> {
  const [regular, bold] = await Promise.all([
    readFile(`${folder}/inter-regular.ttf`),
    readFile(`${folder}/inter-semibold.ttf`),
  ]);
  let press: Promise<DrawReceipt> | undefined;
  return async (layout) => (await (press ??= openPress({ regular, bold })))(layout);
}

/** With the first receipt, not with the server: what draws it takes a tenth of a start to load. */
async function openPress(type: Type): Promise<DrawReceipt> {
  const [fontkit, { default: PdfDocument }] = await Promise.all([import('fontkit'), import('pdfkit')]);
  const lettersOf = (bytes: Buffer): HasLetter => {
    const font = fontkit.create(bytes);
    if (!('hasGlyphForCodePoint' in font)) throw new Error('the type of receipts is a collection of fonts');
    return (codePoint) => font.hasGlyphForCodePoint(codePoint);
  };
  const [hasRegular, hasBold] = [lettersOf(type.regular), lettersOf(type.bold)];
  const hasLetter: HasLetter = (codePoint) => hasRegular(codePoint) && hasBold(codePoint);
  return (layout) => {
    const printable = inLettersOf(layout, hasLetter);
    return draw(new PdfDocument(pageOf(printable)), printable, type);
  };
}

/** The receipt without letters that would be printed as a box. Pure. */
function inLettersOf(layout: ReceiptLayout, hasLetter: HasLetter): ReceiptLayout {
  const print = (text: string): string => printableText(text, hasLetter);
  const row = (each: ReceiptRow): ReceiptRow => ({ ...each, label: print(each.label), value: print(each.value) });
  return {
    ...layout,
    title: print(layout.title),
    company: print(layout.company),
    customer: print(layout.customer),
    amount: print(layout.amount),
    notice: print(layout.notice),
    sections: layout.sections.map(({ title, rows }) => ({ title: print(title), rows: rows.map(row) })),
    foot: print(layout.foot),
  };
}

const pageOf = (layout: ReceiptLayout): PDFKit.PDFDocumentOptions => ({
  size: 'A4',
  margin: MARGIN,
  // No default style: each text names its own.
  font: '',
  lang: layout.language,
  displayTitle: true,
  info: { Title: `${layout.title}: ${layout.amount}`, Author: layout.company },
});

function draw(pdf: PDFKit.PDFDocument, layout: ReceiptLayout, type: Type): Promise<Uint8Array<ArrayBuffer>> {
  pdf.registerFont('regular', type.regular).registerFont('bold', type.bold);
  const finished = collect(pdf);
  drawHead(pdf, layout);
  for (const section of layout.sections) drawSection(pdf, section);
  pdf.moveDown(1.5).font('regular').fontSize(8.5).fillColor(SOFT);
  pdf.text(layout.foot, MARGIN, pdf.y, { width: widthOf(pdf), lineGap: 2 });
  pdf.end();
  return finished;
}

function collect(pdf: PDFKit.PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
}

const widthOf = (pdf: PDFKit.PDFDocument): number => pdf.page.width - 2 * MARGIN;

function drawHead(pdf: PDFKit.PDFDocument, { amount, company, customer, notice, title }: ReceiptLayout): void {
  const width = widthOf(pdf);
  pdf
    .font('bold')
    .fontSize(12)
    .fillColor(GREEN)
    .text(company, MARGIN, MARGIN, { width: width / 2 });
  pdf.font('regular').fontSize(10).fillColor(SOFT);
  pdf.text(customer, MARGIN + width / 2, MARGIN + 2, { width: width / 2, align: 'right' });
  pdf.moveDown(2.2).font('regular').fontSize(12).fillColor(SOFT).text(title, MARGIN, pdf.y, { width });
  pdf.moveDown(0.1).font('bold').fontSize(28).fillColor(INK).text(amount, { width, features: FEATURES });
  pdf.moveDown(0.3).font('regular').fontSize(10.5).fillColor(INK).text(notice, { width, lineGap: 2 });
}

function drawSection(pdf: PDFKit.PDFDocument, { rows, title }: ReceiptLayout['sections'][number]): void {
  // A heading stays with its first row.
  if (pdf.y > pdf.page.height - MARGIN - 70) pdf.addPage();
  pdf
    .moveDown(1.6)
    .font('bold')
    .fontSize(11)
    .fillColor(INK)
    .text(title, MARGIN, pdf.y, { width: widthOf(pdf) });
  pdf.moveDown(0.3);
  for (const row of rows) drawRow(pdf, row);
}

function drawRow(pdf: PDFKit.PDFDocument, { isStrong = false, label, link, value }: ReceiptRow): void {
  const valueWidth = widthOf(pdf) - LABEL_WIDTH - GAP;
  const face = isStrong ? 'bold' : 'regular';
  pdf.font(face).fontSize(9.5);
  const height = Math.max(
    pdf.heightOfString(value, { width: valueWidth, features: FEATURES }),
    pdf.heightOfString(label, { width: LABEL_WIDTH }),
  );
  if (pdf.y + height + 12 > pdf.page.height - MARGIN) pdf.addPage();
  const top = pdf.y;
  pdf
    .lineWidth(0.6)
    .strokeColor(LINE)
    .moveTo(MARGIN, top)
    .lineTo(MARGIN + widthOf(pdf), top)
    .stroke();
  pdf.fillColor(SOFT).text(label, MARGIN, top + 6, { width: LABEL_WIDTH });
  pdf.fillColor(link === undefined ? INK : GREEN);
  pdf.text(value, MARGIN + LABEL_WIDTH + GAP, top + 6, {
    width: valueWidth,
    features: FEATURES,
    ...(link === undefined ? {} : { link, underline: true }),
  });
  pdf.y = top + height + 12;
}
