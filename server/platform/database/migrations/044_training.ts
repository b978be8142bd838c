import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addResourceTable, instantType } from './tables.ts'

export const training: Migration = {
  async up(db) {
    await addResourceTable('trainingCategories', {
      text: ['title', 'slug'],
      longText: ['description?'],
      select: ['status'],
      toggle: ['required'],
      integer: ['dueDays?', 'position?', 'contents'],
      references: ['storeIds', 'groupIds'],
      unique: [['slug']],
      search: ['title', 'slug'],
    }).up(db)
    await sql`alter table training_categories alter column contents set default 0`.execute(db)
    await addResourceTable('trainingContent', {
      text: ['title', 'url?'],
      reference: ['categoryId'],
      file: ['file?', 'captions?'],
      to: { categoryId: 'trainingCategories', file: 'files', captions: 'files' },
      select: ['type', 'status'],
      longText: ['body?', 'questions?'],
      toggle: ['required'],
      integer: ['minutes', 'passMark?', 'position?'],
      search: ['title'],
    }).up(db)
    await sql`create function count_training_content() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          update training_categories set contents = contents - 1 where id = old.category_id;
        end if;
        if tg_op <> 'DELETE' then
          update training_categories set contents = contents + 1 where id = new.category_id;
        end if;
        return null;
      end $$`.execute(db)
    await sql`create trigger training_content_counted
      after insert or delete or update of category_id on training_content
      for each row execute function count_training_content()`.execute(db)
    await sql`create table training_completions (
      content_id integer not null references training_content (id) on delete cascade,
      member_id integer not null references members (id) on delete cascade,
      completed_at ${instantType} not null,
      score integer check (score between 0 and 100),
      passed boolean not null,
      primary key (content_id, member_id))`.execute(db)
    await sql`create index training_completions_member_idx on training_completions (member_id)`.execute(
      db,
    )
  },
}
