-- The lists of orders that someone of the team has named, for any browser that they sign in with.
create table order_view (
  user_id uuid not null references app_user (id),
  name    text not null,
  -- What narrows and sorts the list, as the desk's address has it.
  query   text not null,
  made_at timestamptz not null default now(),
  primary key (user_id, name)
);
