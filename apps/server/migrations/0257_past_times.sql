-- live, because what is past its time is looked for every hour: what payers gave, sign-ups, and accounts whose address nobody proved.
create index concurrently payment_payer_gave on payment (open_until) where payer_email is not null or custom_values <> '[]' or metadata <> '{}';
drop index concurrently if exists payment_payer;
create index concurrently sign_up_made on sign_up (created_at);
drop index concurrently if exists sign_up_created;
create index concurrently app_user_unproven on app_user (created_at) where verified_at is null and closed_at is null;
