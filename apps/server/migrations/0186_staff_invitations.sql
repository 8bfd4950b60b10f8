-- Invitations into the operator's team: to an address, with a role. The link's token is stored as a hash and replaced each
-- time that the invitation is sent, so that only the newest link works, once.
create table staff_invitation (
  id           uuid primary key,
  email        text not null,
  email_key    text not null,
  role         text not null check (role in ('administrator', 'support', 'reviewer', 'finance')),
  invited_by   uuid not null references app_user (id),
  invited_at   timestamptz not null default clock_timestamp(),
  token_hash   bytea unique check (octet_length(token_hash) = 32),
  sent_at      timestamptz,
  expires_at   timestamptz,
  accepted_at  timestamptz,
  accepted_by  uuid references app_user (id),
  withdrawn_at timestamptz,
  check (accepted_at is null or withdrawn_at is null),
  check ((accepted_at is null) = (accepted_by is null))
);
-- One that waits for each address.
create unique index staff_invitation_open on staff_invitation (email_key) where accepted_at is null and withdrawn_at is null;
