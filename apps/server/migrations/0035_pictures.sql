-- Pictures of payment links, made anew from what was sent; a row is never changed, so that its address may be kept for ever.
create table stored_image (
  id         uuid primary key,
  user_id    uuid not null references app_user (id),
  kind       text not null check (kind in ('banner', 'profile')),
  media      text not null check (media = 'image/webp'),
  bytes      bytea not null check (octet_length(bytes) between 1 and 1000000),
  width      integer not null,
  height     integer not null,
  created_at timestamptz not null default now()
);
create index stored_image_made on stored_image (created_at);

alter table payment_link
  drop column banner_image,
  drop column profile_image,
  add column banner_image_id uuid references stored_image (id),
  add column profile_image_id uuid references stored_image (id);
create index payment_link_banner on payment_link (banner_image_id) where banner_image_id is not null;
create index payment_link_profile on payment_link (profile_image_id) where profile_image_id is not null;
