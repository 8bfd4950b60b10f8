-- The first of two administrators who have to approve a large refund; the second is `decided_by`, and somebody else.
alter table refund add column first_approved_by uuid references app_user (id);
alter table refund add column first_approved_at timestamptz;
alter table refund add constraint refund_two_people check (first_approved_by <> decided_by or status = 'declined');
