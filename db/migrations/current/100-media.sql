-- What the doorman counts and holds while it fetches pictures, before an operation runs. spec: Image rules
create unlogged table gate.image_calls (
  key_id uuid not null,
  slot integer not null check (slot between 1 and 2),
  lease uuid not null,
  expires_at timestamptz not null,
  primary key (key_id, slot)
);
comment on table gate.image_calls is 'Calls that carry pictures and are under way: two places a key, over all processes. A row and not a lock, because a lock would need a session and pgbouncer gives none; a process that dies leaves its place to expire.';
grant select, insert, update, delete on gate.image_calls to haat_gatekeeper;

create table gate.image_links (
  company_id uuid not null,
  day date not null,
  used integer not null,
  primary key (company_id, day)
);
comment on table gate.image_links is 'Picture links that a company has sent on a UTC day, over all its keys. Past days have no use.';
grant select, insert, update, delete on gate.image_links to haat_gatekeeper;

comment on column app.brands.logo is 'Key of the stored picture: internal.media_url() gives its address.';
comment on column app.brands.banner_image is 'Key of the stored picture: internal.media_url() gives its address.';
comment on column app.categories.image is 'Key of the stored picture: internal.media_url() gives its address.';
comment on column app.categories.banner_image is 'Key of the stored picture: internal.media_url() gives its address.';
comment on column app.attribute_values.swatch_image is 'Key of the stored picture: internal.media_url() gives its address.';
