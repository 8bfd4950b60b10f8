// Guarantee: a login's rules are checked in the order of the specification, with its sentences.
import { expect, it } from 'vitest';
import { loginProblem } from './login-rules.ts';

it('asks for both fields before it looks at the form of the address', () => {
  expect(loginProblem({ email: '', password: 'x' })).toBe('Please fill in all required fields');
  expect(loginProblem({ email: 'not-an-address', password: '' })).toBe('Please fill in all required fields');
});

it('wants text, @, text, dot, text', () => {
  for (const email of ['ada', 'ada@', 'ada@mail', '@mail.ng', 'a da@mail.ng', 'ada@mail.']) {
    expect(loginProblem({ email, password: 'x' })).toBe('Please enter a valid email address');
  }
  expect(loginProblem({ email: ' ada@mail.ng ', password: 'x' })).toBeNull();
});
