// Guarantee: screen readers hear of a load that takes more than a moment, and of its end; a fast one is
// not announced, and a failure is left to its alert.
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { announce, ANNOUNCER_ID } from '../lib/announce.ts';
import { Loading } from './loading.tsx';

let root: Root;
let page: HTMLElement;
let said: HTMLElement;
const draw = (what: ReactNode) => act(async () => root.render(what));
const pass = (milliseconds: number) => act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds)));
const skeleton = <Loading label="Loading your orders">...</Loading>;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  page = document.createElement('main');
  said = document.createElement('div');
  said.id = ANNOUNCER_ID;
  document.body.append(page, said);
  root = createRoot(page);
});
afterEach(async () => {
  await act(async () => root.unmount());
  page.remove();
  said.remove();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('announces a slow load, and its end', async () => {
  await draw(skeleton);
  await pass(1000);
  expect(said.textContent).toBe('Loading your orders');
  await draw(<p>Orders</p>);
  await pass(100);
  expect(said.textContent).toBe('Loaded');
});

it('does not announce a fast load', async () => {
  await draw(skeleton);
  await pass(500);
  await draw(<p>Orders</p>);
  await pass(2000);
  expect(said.textContent).toBe('');
});

it('does not announce the end of a load that failed', async () => {
  await draw(skeleton);
  await pass(1000);
  await draw(<p role="alert">The orders could not be loaded.</p>);
  await pass(100);
  expect(said.textContent).toBe('Loading your orders');
});

it('makes the same words a change', () => {
  announce('Loaded');
  announce('Loaded');
  expect(said.textContent).toBe('Loaded\u00a0');
});
