create table payment_link (
  id            uuid primary key,
  user_id       uuid not null references app_user (id),
  name          text not null,
  purpose       text not null,
  amount        text not null,
  banner_image  text,
  profile_image text,
  coins         text[] not null,
  active        boolean not null default true,
  created_at    timestamptz not null default now()
);
create index payment_link_user on payment_link (user_id, created_at desc);
