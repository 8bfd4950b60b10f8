// A customer gets text messages only about chosen events, on a number that can get them, once per event whatever is
// repeated or lost, and no more than twenty a day; mail does not depend on them.
import type { EventId, UserId } from '@kobogate/contract';
import { createTestSettings } from '@kobogate/testkit/controls/settings.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../platform/identifiers.ts';
import { chooseNotifications, viewChoices } from './choose-notifications.ts';
import { createNotifying } from './notify.ts';
import { internationalNumber } from './phone-number.ts';
import { sendText } from './send-text.ts';
import type { TextMessage } from './texter.ts';

let sample: TestDatabase;
let userId: UserId;
let sent: TextMessage[];
let outcome: 'sent' | 'refused' | 'unknown';
const texter = {
  send: async (message: TextMessage) => {
    sent.push(message);
    return outcome;
  },
};

beforeAll(async () => {
  sample = await createTestDatabase();
});
afterAll(() => sample.drop());
beforeEach(async () => {
  userId = (await insertCustomer(sample.database)).userId;
  await setPhone('0803 123 4567');
  sent = [];
  outcome = 'sent';
});

const setPhone = (phone: string) =>
  sample.database.query(`update app_user set phone = $2 where id = $1`, [userId, phone]);
const send = (eventId: EventId) =>
  sendText({ database: sample.database, log: silentLog, texter }, { eventId, userId, text: 'Kobogate: sample' });
const choose = (change: Parameters<typeof chooseNotifications>[1]['change'], hasTexter = true) =>
  chooseNotifications({ database: sample.database, hasTexter }, { userId, way: 'text', change });

test.each([
  ['0803 123 4567', '2348031234567'],
  ['+234 (803) 123-4567', '2348031234567'],
  ['00234 0803 123 4567', '2348031234567'],
  ['2347012345678', '2347012345678'],
  ['+44 7700 900123', '447700900123'],
  ['01 234 5678', null],
  ['0803', null],
  ['+1', null],
  ['', null],
])('%s is %s in international form', (written, number) => {
  expect(internationalNumber(written)).toBe(number);
});

describe('one event is one message', () => {
  test.each(['sent', 'refused', 'unknown'] as const)(
    'however often it is handled, when the answer is %s',
    async (answer) => {
      outcome = answer;
      const eventId = newId<EventId>();
      await Promise.all([send(eventId), send(eventId)]);
      await send(eventId);
      expect(sent).toEqual([{ to: '2348031234567', text: 'Kobogate: sample' }]);
      expect(await sample.database.query(`select status from text_message where id = $1`, [eventId])).toEqual([
        { status: answer },
      ]);
    },
  );

  test('and no more than twenty a day', async () => {
    for (let count = 0; count < 22; count += 1) await send(newId());
    expect(sent).toHaveLength(20);
  });

  test('to a number that can get none, nothing is sent', async () => {
    await setPhone('01 234 5678');
    await send(newId());
    expect(sent).toEqual([]);
  });
});

describe('choices', () => {
  test('none are on by default; mails stay as they were, and the other way round', async () => {
    expect(Object.values(await viewChoices(sample.database, userId, 'text'))).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(await choose({ payout: true })).toMatchObject({ payout: true, deposit: false });
    expect(Object.values(await viewChoices(sample.database, userId, 'mail'))).toEqual([true, true, true, true, true]);
    expect(await choose({ payout: false })).toMatchObject({ payout: false });
  });

  test('are refused with a message where there is no provider, no event, or no number to send to', async () => {
    await expect(choose({ payout: true }, false)).rejects.toMatchObject({ status: 422 });
    await expect(choose({})).rejects.toMatchObject({ status: 422 });
    await setPhone('01 234 5678');
    await expect(choose({ payout: true })).rejects.toThrow(/phone number in your profile/);
    expect(await choose({ payout: false })).toMatchObject({ payout: false });
  });

  test('decide whether a message is asked for at all, and only where there is a provider', async () => {
    const tell = (withTexter: boolean) =>
      createNotifying({
        database: sample.database,
        publicOrigin: 'https://kobogate.test',
        texter: withTexter ? texter : null,
        settings: createTestSettings(sample.database),
      })(newId(), { of: 'credit', userId, from: 'USDC.e@polygon', asset: 'USDC@polygon', amount: '5000000' });
    const asked = () =>
      sample.database.query<{ text: string }>(
        `select payload ->> 'text' as text from event where type = 'sms.send' and payload ->> 'userId' = $1`,
        [userId],
      );
    await tell(true);
    expect(await asked()).toEqual([]);
    await choose({ deposit: true });
    await tell(false);
    expect(await asked()).toEqual([]);
    await tell(true);
    const [message, ...more] = await asked();
    expect(more).toEqual([]);
    expect(message?.text).toMatch(/^Kobogate: /);
    expect(message?.text.length).toBeLessThanOrEqual(160);
  });
});
