-- A key whose owner reset the password, or was disabled, waits until the owner has looked at it.
alter table api_key add column paused_at timestamptz;
