-- A word sealed with SECRETS_KEY at the first start: a later start that can not open it has another key, and stops.
create table secrets_key_check (
  is_only boolean primary key default true check (is_only),
  sealed bytea not null
);
