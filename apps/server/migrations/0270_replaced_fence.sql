-- A fence that is up in a backup knows nothing of what happened after it: a restore puts another one in its place, for
-- which addresses are set aside and everything is compared again. The former one ends without anybody’s approval.
alter table fence
  add column is_replaced boolean not null default false,
  drop constraint fence_check,
  add constraint fence_check check (
    lifted_at is null or is_replaced
    or (lifted_by is not null and (lifted_on_machine is not null or first_lifted_by is not null)));
