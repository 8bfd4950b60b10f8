-- Which administrator looks at which order: true for some seconds, so that two do not work on one.
create table order_looker (
  admin_id   uuid primary key references app_user (id),
  -- Null: at none any more.
  order_id   uuid,
  since      timestamptz not null,
  -- The last time that their page said so.
  seen_at    timestamptz not null,
  -- When the order became another one: what live streams tell.
  changed_at timestamptz not null
);
create index order_looker_changed on order_looker (changed_at);
create index order_looker_seen on order_looker (seen_at);
