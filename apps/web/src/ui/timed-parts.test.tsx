// Guarantee: countdowns and tasks end when they should, exactly once, and nothing is started twice.
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { usePending } from '../lib/use-pending.ts';
import { CopyButton } from './copy-button.tsx';
import { Countdown } from './countdown.tsx';

let root: Root;
let place: HTMLElement;
const draw = (what: ReactNode) => act(async () => root.render(what));
const pass = (milliseconds: number) => act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds)));
const button = (): HTMLButtonElement => {
  const found = place.querySelector('button');
  if (found === null) throw new Error('there is no button');
  return found;
};

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers({ now: Date.parse('2026-11-01T12:00:00Z') });
  place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
});
afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a countdown', () => {
  it('counts down to its end, reports it once, and stays ended', async () => {
    const onEnd = vi.fn<() => void>();
    await draw(<Countdown until="2026-11-01T12:01:05Z" onEnd={onEnd} endedText="over" />);
    expect(place.textContent).toBe('1:05');
    await pass(64_000);
    expect(place.textContent).toBe('0:01');
    expect(onEnd).not.toHaveBeenCalled();
    await pass(1000);
    expect(place.textContent).toBe('over');
    await pass(60_000);
    expect(onEnd).toHaveBeenCalledTimes(1);
    expect(place.textContent).toBe('over');
  });

  it('starts again with another end', async () => {
    await draw(<Countdown until="2026-11-01T12:00:01Z" />);
    await pass(2000);
    expect(place.textContent).toBe('ended');
    await draw(<Countdown until="2026-11-01T12:10:02Z" />);
    await pass(1000);
    expect(place.textContent).toBe('9:59');
  });
});

describe('a copy button', () => {
  const withClipboard = (writeText: () => Promise<void>) => vi.stubGlobal('navigator', { clipboard: { writeText } });

  it('says for 2 seconds that it copied, on itself and to screen readers', async () => {
    withClipboard(async () => undefined);
    await draw(<CopyButton text="abc" />);
    await act(async () => button().click());
    expect(button().textContent).toBe('Copied');
    expect(place.querySelector('[aria-live]')?.textContent).toBe('Copied');
    await pass(1999);
    expect(button().textContent).toBe('Copied');
    await pass(1);
    expect(button().textContent).toBe('Copy');
  });

  it('says what to do where the browser does not let it', async () => {
    withClipboard(() => Promise.reject(new Error('no')));
    await draw(<CopyButton text="abc" />);
    await act(async () => button().click());
    expect(button().textContent).toBe('Select and copy by hand');
  });
});

describe('a running task', () => {
  function Sender({ task }: { task: () => Promise<void> }) {
    const { isPending, run } = usePending();
    return (
      <button type="button" onClick={() => void run(task).catch(() => undefined)}>
        {isPending ? 'Sending...' : 'Send'}
      </button>
    );
  }

  it('runs once for two clicks in a row, and again once it has ended, also in failure', async () => {
    let end: (failure?: Error) => void = () => undefined;
    const task = vi.fn<() => Promise<void>>(
      () =>
        new Promise((resolve, reject) => {
          end = (failure) => (failure === undefined ? resolve() : reject(failure));
        }),
    );
    await draw(<Sender task={task} />);
    await act(async () => {
      button().click();
      button().click();
    });
    expect(task).toHaveBeenCalledTimes(1);
    expect(button().textContent).toBe('Sending...');
    await act(async () => end(new Error('refused')));
    expect(button().textContent).toBe('Send');
    await act(async () => button().click());
    expect(task).toHaveBeenCalledTimes(2);
    await act(async () => end());
    expect(button().textContent).toBe('Send');
  });

  it('says after 10 seconds that its answer is still awaited, until it comes', async () => {
    const said = vi.spyOn(toast, 'loading').mockReturnValue('sample-toast');
    const takenBack = vi.spyOn(toast, 'dismiss').mockReturnValue(undefined);
    let end: () => void = () => undefined;
    const task = () =>
      new Promise<void>((resolve) => {
        end = resolve;
      });
    await draw(<Sender task={task} />);
    await act(async () => button().click());
    await pass(9999);
    expect(said).not.toHaveBeenCalled();
    await pass(1);
    expect(said).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('Still waiting for an answer.'));
    await pass(600_000);
    expect(takenBack).not.toHaveBeenCalled();
    await act(async () => end());
    expect(takenBack).toHaveBeenCalledExactlyOnceWith('sample-toast');

    await act(async () => button().click());
    await pass(10_000);
    expect(said).toHaveBeenCalledTimes(2);
    await draw(<p>Another screen</p>);
    expect(takenBack).toHaveBeenCalledTimes(2);
  });
});
