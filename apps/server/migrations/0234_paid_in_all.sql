-- What a user was paid by the counted months, in one row: a list of users read a hundred and fifty months of each.
create table order_paid (
  user_id uuid primary key,
  naira_kobo numeric not null
);

create function add_paid() returns trigger language plpgsql as $$
begin
  if coalesce(new.is_paid_out, old.is_paid_out) then
    insert into order_paid as counted (user_id, naira_kobo)
    values (coalesce(new.user_id, old.user_id), coalesce(new.naira_kobo, 0) - coalesce(old.naira_kobo, 0))
    on conflict (user_id) do update set naira_kobo = counted.naira_kobo + excluded.naira_kobo;
  end if;
  return null;
end $$;

-- No month is added to between the sum and the trigger.
lock table order_month in share row exclusive mode;
insert into order_paid (user_id, naira_kobo) select user_id, sum(naira_kobo) from order_month where is_paid_out group by user_id;
create trigger month_paid after insert or update of naira_kobo or delete on order_month for each row execute function add_paid();
drop index order_month_paid;
