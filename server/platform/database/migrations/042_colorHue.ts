import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The function that tells the hue in degrees (HSL); greys, whose red, green and blue lie within 12 of 255, have none. */
export const createHueFunction = (): RawBuilder<unknown> => sql`
  create or replace function hue_of(hex text) returns integer language sql immutable strict as $$
    select case
      when most - least <= 12 then null
      when most = r then (round(60.0 * (g - b) / (most - least))::int + 360) % 360
      when most = g then round(60.0 * (b - r) / (most - least))::int + 120
      else round(60.0 * (r - g) / (most - least))::int + 240
    end
    from (select r, g, b, greatest(r, g, b) as most, least(r, g, b) as least from (
      select get_byte(bytes, 0) as r, get_byte(bytes, 1) as g, get_byte(bytes, 2) as b
      from (select decode(substr(hex, 2), 'hex') as bytes) as decoded) as parts) as ends $$`

/** The hue of a color, as a column. */
export const colorHue: Migration = {
  async up(db) {
    await createHueFunction().execute(db)
    await sql`alter table colors add column hue integer generated always as (hue_of(hex)) stored`.execute(
      db,
    )
    await sql`create index colors_hue_sort_idx on colors (hue, id)`.execute(db)
  },
}
