-- The roles of the operator's team beside the administrators, who stay where they are (`is_admin`): the version before
-- knows those alone, and takes nobody else for one. `admin_since` says since when any role is held.
alter table app_user add column staff_role text check (staff_role in ('support', 'reviewer', 'finance'));

-- Who is told of what, and who may decide: a handful of rows among all accounts.
create index app_user_staff on app_user (id) where is_admin or staff_role is not null;
