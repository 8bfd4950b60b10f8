-- When a bank was last asked how a transfer ended that was booked before it had; null: never.
alter table recovery_transfer add column asked_at timestamptz;
