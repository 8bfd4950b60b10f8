-- What people see of their sessions, and which mails they want.

-- Named to its owner by an id of its own: the token's hash stays inside. Defaults for a program that runs meanwhile.
alter table session add column id uuid not null default gen_random_uuid();
alter table session add constraint session_id unique (id);
-- Within a minute: written only where the last note is older than that.
alter table session add column last_seen_at timestamptz not null default now();
update session set last_seen_at = created_at;

-- One row a choice that was ever changed: without a row the mail is sent.
create table notification_choice (
  user_id    uuid not null references app_user (id),
  event      text not null check (event in ('deposit', 'approval', 'decline', 'payout', 'failure')),
  by_email   boolean not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, event)
);
