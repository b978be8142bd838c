import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import {
  text,
  longText,
  integer,
  toggle,
  color,
  reference,
  unique,
  optional,
  withDefault,
  searchText,
  recordColumns,
  createTable,
} from './tables.ts'

/** Attributes and their values. Each attribute counts its values. */
export const attributes: Migration = {
  async up(db) {
    await createTable(db, 'attributes', {
      ...recordColumns,
      label: text,
      code: unique(text),
      unit: optional(text),
      type: text,
      help: optional(longText),
      required: toggle,
      unique: toggle,
      variant: toggle,
      filterable: toggle,
      active: toggle,
      position: optional(integer),
      sub_attributes: withDefault(integer, '0'),
      search_text: searchText('label', 'code'),
    })
    await createTable(db, 'sub_attributes', {
      ...recordColumns,
      label: text,
      code: text,
      attribute_id: reference('attributes'),
      swatch: optional(color),
      position: optional(integer),
      active: toggle,
      search_text: searchText('label', 'code'),
    })
    await sql`
      alter table sub_attributes add unique (attribute_id, code);
      create unique index sub_attributes_attribute_id_code_same
        on sub_attributes (attribute_id, same_text(code));
    
      create function count_sub_attributes() returns trigger language plpgsql as $$
        begin
          if tg_op <> 'INSERT' then
            update attributes set sub_attributes = sub_attributes - 1 where id = old.attribute_id;
          end if;
          if tg_op <> 'DELETE' then
            update attributes set sub_attributes = sub_attributes + 1 where id = new.attribute_id;
          end if;
          return null;
        end $$;
      create trigger sub_attributes_counted
        after insert or delete or update of attribute_id on sub_attributes
        for each row execute function count_sub_attributes();
    `.execute(db)
  },
}
