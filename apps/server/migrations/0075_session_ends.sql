-- Sessions that end by themselves where nobody uses them, and when their owner was last proven.

-- How long the session may stay unused, as decided when it was opened. The default is for a program that runs meanwhile.
alter table session add column idle_seconds integer not null default 1209600 check (idle_seconds > 0);
-- When the owner last proved it with the password, and a second factor where there is one; null: never.
alter table session add column proved_at timestamptz;

-- Administrators who are signed in: half a day at most, and half an hour unused.
update session s
set idle_seconds = 1800, expires_at = least(s.expires_at, s.created_at + interval '12 hours')
from app_user u
where u.id = s.user_id and u.is_admin and s.revoked_at is null;
