-- Which events a user gets a text message about: none until they say so.
alter table notification_choice add column by_sms boolean not null default false;

-- Every text message that was ever handed over, or may have been. The row is committed before the call, so that whatever
-- becomes of it, it is made once: nobody is charged twice, and nobody reads the same news twice.
create table text_message (
  -- The event that asked for it.
  id         uuid primary key,
  user_id    uuid not null references app_user (id),
  status     text not null check (status in ('sending', 'sent', 'refused', 'unknown')),
  created_at timestamptz not null default clock_timestamp()
);
create index text_message_user on text_message (user_id, created_at);
