// Guarantee: a change that is on its way is counted until it is answered, is made once whatever comes of it, and its failure reaches
// the caller.
import { expect, it } from 'vitest';
import { asMutation } from './as-mutation.ts';
import { createQueryClient } from '../lib/queries.ts';

it('counts a change until its answer, and gives the answer on', async () => {
  const queryClient = createQueryClient();
  let answer: (text: string) => void = () => undefined;
  const answered = new Promise<string>((resolve) => (answer = resolve));
  const made = asMutation(queryClient, () => answered);
  expect(queryClient.isMutating()).toBe(1);
  answer('approved');
  expect([await made, queryClient.isMutating()]).toEqual(['approved', 0]);
});

it('makes a change that fails once, and fails with it', async () => {
  const queryClient = createQueryClient();
  let times = 0;
  const made = asMutation(queryClient, () => {
    times += 1;
    return Promise.reject(new Error('no answer'));
  });
  await expect(made).rejects.toThrow('no answer');
  expect([times, queryClient.isMutating()]).toEqual([1, 0]);
});
