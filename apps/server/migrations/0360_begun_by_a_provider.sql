-- What began a session: 'sign-in' with the password, a mailed 'code', or the provider whose word it was; a provider's end when it is
-- unlinked. Null: begun by a version that does not say, so by any. `second_step.provider` is the same for what it leads to.
alter table session add column begun_by text;
alter table second_step add column provider text;

-- Whether the provider says that it hosts the address, so that its account and the mailbox have one owner.
alter table provider_account add column is_proven boolean not null default true;

-- Whom a provider has named in a sign-up whose address it does not prove: linked when the sign-up's own code has.
alter table sign_up
  add column provider text,
  add column issuer text,
  add column subject text;
