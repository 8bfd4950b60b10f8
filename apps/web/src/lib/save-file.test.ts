// A saved file has the bytes that the server sent, is there for as long as the browser takes to read it, and is let go of
// afterwards.
import { endpoints } from '@kobogate/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from './client.ts';
import { saveFile } from './save-file.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('[C-5] Safari, which reads it after the click, still finds it', () => {
  const released = vi.spyOn(URL, 'revokeObjectURL');
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  saveFile('a,b', 'text/csv', 'sample.csv');
  expect(click).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(10_000);
  expect(released).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(released).toHaveBeenCalledOnce();
});

test.each([
  ['a table, with the mark of UTF-8 that Excel needs', '\uFEFFDate,Payee\r\n'],
  ['a statement for a bookkeeping program, which would read the mark as a part of its first heading', 'Date,Payee\r\n'],
])('%s, is saved as it came', async (_what, sent) => {
  vi.stubGlobal('fetch', async () => new Response(new TextEncoder().encode(sent)));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) saved.push(blob);
    return 'blob:sample';
  });
  const { downloadSettled } = endpoints.payments;
  const file: unknown = await call(downloadSettled, {
    query: { from: '2026-11-01', to: '2026-11-30', format: 'xero' },
  });
  saveFile(String(file), downloadSettled.media, 'sample.csv');
  const bytes = new Uint8Array((await saved[0]?.arrayBuffer()) ?? new ArrayBuffer());
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).toBe(sent);
});
