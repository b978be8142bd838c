import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addResourceTable } from './tables.ts'

/** Attributes, which know how many values they have: writes of the values count them. */
export const attributes: Migration = {
  async up(db) {
    await addResourceTable('attributes', {
      text: ['label', 'code', 'unit?'],
      select: ['type'],
      longText: ['help?'],
      toggle: ['required', 'unique', 'variant', 'filterable', 'active'],
      integer: ['position?', 'subAttributes'],
      unique: [['code']],
      search: ['label', 'code'],
    }).up(db)
    await sql`alter table attributes alter column sub_attributes set default 0`.execute(db)
    await addResourceTable('subAttributes', {
      text: ['label', 'code'],
      reference: ['attributeId'],
      to: { attributeId: 'attributes' },
      colour: ['swatch?'],
      integer: ['position?'],
      toggle: ['active'],
      unique: [['attributeId', 'code']],
      search: ['label', 'code'],
    }).up(db)
    await sql`create function count_sub_attributes() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          update attributes set sub_attributes = sub_attributes - 1 where id = old.attribute_id;
        end if;
        if tg_op <> 'DELETE' then
          update attributes set sub_attributes = sub_attributes + 1 where id = new.attribute_id;
        end if;
        return null;
      end $$`.execute(db)
    await sql`create trigger sub_attributes_counted
      after insert or delete or update of attribute_id on sub_attributes
      for each row execute function count_sub_attributes()`.execute(db)
  },
}
