-- Where a user wants coins of one currency on one network sent back to. `version` rises with each change.
create table refund_address (
  user_id    uuid not null references app_user (id),
  currency   text not null,
  network    text not null,
  address    text not null,
  version    integer not null default 1,
  updated_at timestamptz not null,
  primary key (user_id, currency, network)
);
