-- The lines of orders' timelines are kept in parts by the month in which their order was made: the whole timeline of an order is in one
-- part, which is found by the beginning of the order's id (UUID version 7). The table as it is becomes the first part, in three
-- migrations, of which each keeps others waiting for a moment only.

-- All that the table has now, and what comes until a month's beginning that is a week away at least. Where an order has a later time in its
-- id, as by a wrong clock, it is after that one; an id without a time in it, which no program made, leaves no room for months.
do $$
declare
  newest timestamptz := (select time_of_id(order_id::text) from order_event order by order_id desc limit 1);
  bound text := case when newest > '9000-01-01' then 'ffffffff-ffff-ffff-ffff-ffffffffffff'
    else first_id_at(date_trunc('month', greatest(now(), newest) + interval '7 days' + interval '1 month', 'UTC')) end;
begin
  perform lock_in_tries('lock table order_event in access exclusive mode');
  execute format('alter table order_event add constraint order_event_first_part check (order_id < %L) not valid', bound);
end $$;
