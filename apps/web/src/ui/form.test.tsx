// Guarantee: a form sends what the contract takes, once however often it is pressed; a problem is shown at the field
// that it is about, which gets the focus, in the words of the contract and the server; and no typed value is lost.
import { endpoints, TEXTS, type User } from '@kobogate/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SessionContext, type Session } from '../lib/session-context.ts';
import { storeToken } from '../lib/token.ts';
import { useContractForm } from '../lib/use-contract-form.ts';
import { Form } from './form.tsx';
import { PasswordField, TextField } from './text-field.tsx';

const EMPTY = { asset: 'USDT@bsc', amount: '', address: '', password: '', code: '' };
// Only the user's id matters here.
const SESSION = { user: { id: 'one' } as User } as Session;

function RefundForm({ asset, onDone }: { asset: string; onDone: () => void }) {
  const form = useContractForm(endpoints.refunds.request, {
    draft: 'refund',
    initial: { ...EMPTY, asset },
    needed: { amount: 'How much?', password: 'Your password?' },
    body: ({ amount, address }, proof) => ({ asset, amount, address, ...proof }),
    onDone,
    failed: 'It failed.',
    explain: () => 'Press again.',
  });
  return (
    <Form form={form} label="Refund">
      <TextField {...form.field('amount', (typed) => typed.replace(/x/g, ''))} label="Amount" />
      <TextField {...form.field('address')} label="Address" />
      <PasswordField {...form.field('password')} label="Password" />
      <output>{form.isPending ? 'sending' : form.values.amount}</output>
    </Form>
  );
}

let root: Root;
let page: HTMLElement;
const done = vi.fn<() => void>();
const fetched = vi.fn<typeof fetch>();
const answer = (status: number, body: object): Promise<Response> => Promise.resolve(Response.json(body, { status }));
function sent(): unknown {
  const body = fetched.mock.calls[0]?.[1]?.body;
  return typeof body === 'string' ? JSON.parse(body) : body;
}
const keyOf = (call: number): string | null =>
  new Headers(fetched.mock.calls[call]?.[1]?.headers).get('Idempotency-Key');

const field = (name: string): HTMLInputElement => {
  const found = page.querySelector(`input[name=${name}]`);
  if (!(found instanceof HTMLInputElement)) throw new Error(`no field ${name}`);
  return found;
};
const alertText = (): string | undefined => page.querySelector('[role=alert]')?.textContent;
const type = (name: string, text: string) =>
  act(async () => {
    // As a browser does it: React does not notice a value set on the element directly.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(name), text);
    field(name).dispatchEvent(new Event('input', { bubbles: true }));
  });
const press = (times = 1) =>
  act(async () => {
    for (let time = 0; time < times; time += 1) {
      page.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    }
  });
async function fill(): Promise<void> {
  await type('amount', '5');
  await type('address', '0xabc');
  await type('password', 'a sample phrase');
}
const open = (asset = EMPTY.asset) =>
  act(async () =>
    root.render(
      <SessionContext value={SESSION}>
        <QueryClientProvider client={new QueryClient()}>
          <RefundForm asset={asset} onDone={done} />
        </QueryClientProvider>
      </SessionContext>,
    ),
  );

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', fetched);
  page = document.createElement('main');
  document.body.append(page);
  root = createRoot(page);
  storeToken('a token');
  await open();
});
afterEach(async () => {
  await act(async () => root.unmount());
  page.remove();
  vi.resetAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

it('leads to the first required field, and says why until something is typed', async () => {
  await press();
  expect(document.activeElement).toBe(field('amount'));
  expect(alertText()).toBe('How much?');
  expect(field('password').getAttribute('aria-invalid')).toBeNull();
  await type('amount', '5');
  expect(alertText()).toBeUndefined();
  await press();
  expect(document.activeElement).toBe(field('password'));
  expect(fetched).not.toHaveBeenCalled();
});

it('shows the contract’s problem at its field, in the contract’s words', async () => {
  await fill();
  await type('address', 'a'.repeat(201));
  await press();
  expect(alertText()).toBe('Please keep each field to 200 characters');
  expect(document.activeElement).toBe(field('address'));
  expect(fetched).not.toHaveBeenCalled();
});

it('sends what was typed once, however often it is pressed, and is done', async () => {
  let letGo: (response: Promise<Response>) => void = () => undefined;
  fetched.mockReturnValue(new Promise((resolve) => void (letGo = resolve)));
  await fill();
  await press(2);
  await press();
  expect(page.querySelector('output')?.textContent).toBe('sending');
  await act(async () => letGo(answer(201, { message: '', data: REFUND })));
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(sent()).toEqual({ ...EMPTY, amount: '5', address: '0xabc', password: 'a sample phrase' });
  expect(done).toHaveBeenCalledTimes(1);
});

it('repeats the same after a lost answer, and keeps what was typed', async () => {
  fetched
    .mockRejectedValueOnce(new TypeError('offline'))
    .mockReturnValueOnce(answer(422, { message: 'Not this one.' }));
  fetched.mockReturnValue(answer(201, { message: '', data: REFUND }));
  await fill();
  await press();
  expect(alertText()).toContain(TEXTS.networkError);
  expect(alertText()).toContain('Press again.');
  expect(field('amount').value).toBe('5');
  await press();
  expect(alertText()).toContain('Not this one.');
  await press();
  expect(keyOf(0)).not.toBeNull();
  expect(keyOf(1)).toBe(keyOf(0));
  expect(keyOf(2)).not.toBe(keyOf(1));
});

it('puts a refusal at the field that its code is about, and leads there', async () => {
  fetched.mockReturnValue(answer(422, { message: 'Not your password.', code: 'password-wrong' }));
  await fill();
  await press();
  expect(document.activeElement).toBe(field('password'));
  expect(field('password').getAttribute('aria-invalid')).toBe('true');
  expect(alertText()).toBe('Not your password.');
});

it('shows a problem of a field that the page does not draw for the form as a whole', async () => {
  await act(async () => root.render(null));
  await open('a'.repeat(41));
  await fill();
  await press();
  expect(alertText()).toBe('Please keep each field to 40 characters');
  expect(page.querySelector('[aria-invalid]')).toBeNull();
  expect(fetched).not.toHaveBeenCalled();
});

it('cleans what is typed', async () => {
  await type('amount', '1x2');
  expect(field('amount').value).toBe('12');
  expect(page.querySelector('output')?.textContent).toBe('12');
});

it('has what was typed again after the session ended, but no secret', async () => {
  await fill();
  storeToken(null);
  await act(async () => root.render(null));
  expect(JSON.stringify(sessionStorage)).not.toContain('a sample phrase');
  storeToken('a new token');
  await open();
  expect(field('amount').value).toBe('5');
  expect(field('password').value).toBe('');
  expect(page.textContent).toContain('What you had typed is here again.');
  const startOver = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Start over');
  await act(async () => startOver?.click());
  expect(field('amount').value).toBe('');
});

const REFUND = {
  id: 'r',
  asset: 'USDT@bsc',
  currency: 'USDT',
  networkName: 'BNB Smart Chain',
  place: 'balance',
  amount: '5',
  fee: '1',
  address: '0xabc',
  status: 'requested',
  reason: null,
  transaction: null,
  requestedAt: '',
};
