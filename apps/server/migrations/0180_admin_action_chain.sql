-- The record of administrators' acts, chained: each link's hash covers its act and the hash before it, so that a row that
-- a superuser changed, removed or put back otherwise is found. Acts are linked in a step of their own after their commit
-- (chain-acts.ts): no decision waits for another one. Two processes that link at once take the same waiting rows in turn,
-- and two links with one number can't be.
create table admin_action_link (
  number    bigint primary key check (number > 0),
  action_id uuid not null unique,
  hash      bytea not null check (octet_length(hash) = 32)
);
create trigger admin_action_link_is_final before update or delete or truncate on admin_action_link
  for each statement execute function history_refuse_change();

-- The acts that are not linked yet, in the transaction that records them, whichever server's it is.
create table admin_action_to_link (
  action_id uuid primary key
);
create function admin_action_waits() returns trigger language plpgsql as $$
begin
  insert into admin_action_to_link (action_id) values (new.id) on conflict do nothing;
  return null;
end $$;
create trigger admin_action_waits after insert on admin_action for each row execute function admin_action_waits();
insert into admin_action_to_link (action_id) select id from admin_action;

-- Each proof of the chain with the end that it had: an end that was cut off or written anew later disagrees with it.
create table admin_action_proof (
  id          bigint generated always as identity primary key,
  at          timestamptz not null default clock_timestamp(),
  number      bigint not null,
  hash        bytea,
  differences integer not null
);
create trigger admin_action_proof_is_final before update or delete or truncate on admin_action_proof
  for each statement execute function history_refuse_change();

-- The audit page, newest first: all acts, an administrator's, those of a kind, those on an order.
create index admin_action_newest on admin_action (at, id);
create index admin_action_admin on admin_action (admin_id, at, id);
create index admin_action_kind on admin_action (action, at, id);
create index admin_action_order on admin_action (order_id, at, id) where order_id is not null;
do $$
begin
  if exists (select 1 from pg_extension where extname = 'pg_trgm') then
    create index admin_action_reason on admin_action using gin (lower(reason) gin_trgm_ops);
  end if;
end $$;
