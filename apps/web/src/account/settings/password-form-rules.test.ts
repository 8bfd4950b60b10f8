// What is wrong before sending is said in the order and words of the server.
import { expect, test } from 'vitest';
import { passwordFormProblem } from './password-form-rules.ts';

test.each([
  ['', 'a brand new phrase', 'Please fill in all required fields'],
  ['the old phrase', '', 'Please fill in all required fields'],
  ['the old phrase', 'seven77', 'Please choose a password of at least 8 characters.'],
  ['the old phrase', '🪙🪙🪙🪙', 'Please choose a password of at least 8 characters.'],
  ['the old phrase', 'x'.repeat(201), 'Please choose a password of at most 200 characters.'],
  ['the old phrase', 'the old phrase', 'This is your password already. Please choose another one.'],
  ['the old phrase', 'eight888', null],
  [' ', '🪙'.repeat(200), null],
])('from %j to %j', (currentPassword, newPassword, problem) => {
  const field = currentPassword === '' ? 'currentPassword' : 'newPassword';
  expect(passwordFormProblem({ currentPassword, newPassword })).toEqual(problem && { field, text: problem });
});
