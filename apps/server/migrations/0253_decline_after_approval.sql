-- Of two administrators who approve, the first may decline instead. Until five seconds later that order is still pending,
-- with the code of the decline, so the rule lets it pass like one that is declined. No row that is there breaks it.
alter table customer_order
  drop constraint customer_order_two_people,
  add constraint customer_order_two_people
    check (first_approved_by <> decided_by or status = 'declined' or num_nonnulls(decline_code) = 1) not valid;
