// Guarantee: a form's rules are checked in the order of the specification, with its sentences, and each problem is
// shown at its field.
import { TEXTS } from '@kobogate/contract';
import { describe, expect, it } from 'vitest';
import { findProblems, placeRefusal } from './form-rules.ts';

describe('[E-1] a login', () => {
  it('asks for both fields before it looks at the form of the address', () => {
    expect(findProblems('/login', { email: '', password: 'x' })).toEqual({
      whole: 'Please fill in all required fields',
      fields: { email: 'Please enter your e-mail address.' },
    });
    expect(findProblems('/login', { email: 'not-an-address', password: '' })).toEqual({
      whole: 'Please fill in all required fields',
      fields: { password: 'Please enter your password.' },
    });
  });

  it('wants text, @, text, dot, text', () => {
    for (const email of ['ada', 'ada@', 'ada@mail', '@mail.ng', 'a da@mail.ng', 'ada@mail.']) {
      expect(findProblems('/login', { email, password: 'x' })?.fields).toEqual({
        email: 'Please enter a valid email address',
      });
    }
    expect(findProblems('/login', { email: ' ada@mail.ng ', password: 'x' })).toBeNull();
  });
});

it('[E-2] a sign-up names each field that is empty, and checks nothing else', () => {
  const filled = { first_name: 'x', last_name: 'x', email: 'x', phone: 'x', password: ' ' };
  expect(findProblems('/signup', filled)).toBeNull();
  for (const name of Object.keys(filled)) {
    const problems = findProblems('/signup', { ...filled, [name]: '' });
    expect(problems?.whole).toBe(TEXTS.fillRequired);
    expect(Object.keys(problems?.fields ?? {})).toEqual([name]);
  }
});

it('[E-7] a form of one field shows it there', () => {
  expect(findProblems('/forgotten-password', { email: ' ' })).toEqual({
    whole: null,
    fields: { email: TEXTS.fillRequired },
  });
  expect(findProblems('/reset-password', {})).toEqual({ whole: null, fields: { newPassword: TEXTS.fillRequired } });
});

it('a refusal is shown at its field, or above the form where it has none', () => {
  expect(placeRefusal('/signup', TEXTS.invalidPhone).fields).toEqual({ phone: TEXTS.invalidPhone });
  expect(placeRefusal('/signup', 'This password is too common.').fields).toEqual({
    password: 'This password is too common.',
  });
  expect(placeRefusal('/login', TEXTS.loginFailed)).toEqual({ whole: TEXTS.loginFailed, fields: {} });
});
