-- One payout account a user. `version` rises with each change.
create table bank_account (
  user_id         uuid primary key references app_user (id),
  account_number  text not null check (account_number ~ '^[0-9]{10}$'),
  bank_code       text not null,
  bank_name       text not null,
  account_name    text not null,
  name_resolution text not null check (name_resolution in ('resolved', 'mismatch', 'unresolved')),
  resolved_name   text,
  version         integer not null default 1,
  updated_at      timestamptz not null default now()
);
