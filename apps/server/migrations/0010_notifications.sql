create table notification (
  id          uuid primary key,
  user_id     uuid not null references app_user (id),
  -- The event that it tells of: told once.
  source      text not null,
  type        text not null check (type in ('payment', 'update')),
  message     text not null,
  sender_name text not null,
  created_at  timestamptz not null default now(),
  cleared_at  timestamptz,
  unique (user_id, source)
);
create index notification_user on notification (user_id, created_at desc) where cleared_at is null;
create index notification_created on notification (created_at);
