// A merchant reads in words the state of an endpoint and the result of each attempt.
import { WEBHOOK_EVENTS, type WebhookEndpoint, type EndpointId } from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { expect, test } from 'vitest';
import { describeAttempt, describeEndpoint, describeEvents, describeTries } from './webhook-words.ts';

const endpoint: WebhookEndpoint = {
  id: idFor<EndpointId>('1'),
  url: 'https://shop.example/hook',
  events: ['payment.paid'],
  isActive: true,
  turnedOffBy: null,
  failingSince: null,
  secrets: 1,
  lastSequence: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
};

test('an endpoint is on, failing, off, or turned off because it only failed', () => {
  const failingSince = '2026-01-01T00:00:00.000Z';
  expect(describeEndpoint(endpoint).label).toBe('On');
  expect(describeEndpoint({ ...endpoint, failingSince }).label).toBe('Failing');
  expect(describeEndpoint({ ...endpoint, turnedOffBy: 'owner' }).label).toBe('Off');
  expect(describeEndpoint({ ...endpoint, turnedOffBy: 'failing', failingSince }).tone).toBe('danger');
});

test('an attempt says what was answered, or why there was no answer', () => {
  const attempt = { at: '', status: 200, problem: null, answer: '', milliseconds: 12 };
  expect(describeAttempt(attempt)).toBe('It answered 200 (12 ms).');
  expect(describeAttempt({ ...attempt, status: null, problem: 'Its certificate has expired.' })).toMatch(
    /^Its cert.*expired \(12 ms\)\.$/,
  );
  expect([0, 1, 2].map((attempts) => describeTries({ attempts }))).toEqual(['Not sent yet', '1 attempt', '2 attempts']);
});

test('all events are described in two words, some events by their names', () => {
  expect(describeEvents(WEBHOOK_EVENTS)).toBe('Every event');
  expect(describeEvents(['payment.paid', 'link.created'])).toBe('payment.paid, link.created');
});
