-- A fence that is up in a backup knows nothing of what happened after it: a restore puts another one in its place, for
-- which addresses are set aside and everything is compared again.
alter table fence add column is_replaced boolean not null default false;

-- loosens fence_check: the former one ends without anybody’s approval.
alter table fence drop constraint fence_check;
alter table fence add constraint fence_check check (
  lifted_at is null or is_replaced
  or (num_nulls(lifted_by) = 0 and num_nonnulls(lifted_on_machine, first_lifted_by) > 0));
