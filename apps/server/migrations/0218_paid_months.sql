-- What a user was paid is added up from the index alone: the rows of one user lie all over the table.
create index order_month_paid on order_month (user_id) include (naira_kobo) where is_paid_out;
