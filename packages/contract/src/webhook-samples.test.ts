// Every sample is what the contract says of its event, with nothing left out and nothing beyond.
import { expect, test } from 'vitest';
import { WEBHOOK_DATA } from './webhook-data.ts';
import { WEBHOOK_SAMPLES } from './webhook-events.ts';
import { WEBHOOK_SAMPLE_DATA } from './webhook-samples.ts';

test.each(WEBHOOK_SAMPLES)('the sample of %s is of its own form', (type) => {
  const { [type]: schema } = WEBHOOK_DATA;
  const { [type]: data } = WEBHOOK_SAMPLE_DATA;
  expect(schema.parse(data)).toEqual(data);
});
