import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import {
  text,
  longText,
  integer,
  toggle,
  idList,
  reference,
  unique,
  optional,
  withDefault,
  searchText,
  recordColumns,
  createTable,
} from './tables.ts'

/** Training content with its categories, which count it, and who completed it. */
export const training: Migration = {
  async up(db) {
    await createTable(db, 'training_categories', {
      ...recordColumns,
      title: text,
      slug: unique(text),
      description: optional(longText),
      status: text,
      required: toggle,
      due_days: optional(integer),
      position: optional(integer),
      contents: withDefault(integer, '0'),
      store_ids: idList,
      group_ids: idList,
      search_text: searchText('title', 'slug'),
    })
    await createTable(db, 'training_content', {
      ...recordColumns,
      title: text,
      url: optional(text),
      category_id: reference('training_categories'),
      file: optional(reference('files')),
      captions: optional(reference('files')),
      type: text,
      status: text,
      body: optional(longText),
      questions: optional(longText),
      required: toggle,
      minutes: integer,
      pass_mark: optional(integer),
      position: optional(integer),
      search_text: searchText('title'),
    })
    await sql`
      create table training_completions (
        content_id integer not null references training_content (id) on delete cascade,
        member_id integer not null references members (id) on delete cascade,
        completed_at timestamptz(3) not null,
        score integer,
        passed boolean not null,
        primary key (content_id, member_id),
        constraint training_completions_score_check check ((score >= 0) and (score <= 100))
      );
      create index training_completions_member_idx on training_completions (member_id);
    
      create function count_training_content() returns trigger language plpgsql as $$
        begin
          if tg_op <> 'INSERT' then
            update training_categories set contents = contents - 1 where id = old.category_id;
          end if;
          if tg_op <> 'DELETE' then
            update training_categories set contents = contents + 1 where id = new.category_id;
          end if;
          return null;
        end $$;
      create trigger training_content_counted
        after insert or delete or update of category_id on training_content
        for each row execute function count_training_content();
    `.execute(db)
  },
}
