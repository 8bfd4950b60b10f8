-- How an account is signed in to is part of its history, as its password is.
alter table account_change drop constraint account_change_change_check;
alter table account_change add constraint account_change_change_check check (change in (
  'profile', 'password', 'password-reset',
  'two-factor-on', 'two-factor-off', 'app-added', 'app-replaced', 'app-removed',
  'passkey-added', 'passkey-removed', 'recovery-code-used', 'recovery-codes-renewed'
));
