import { sql } from 'kysely'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { splitSearchWords, wordMark } from '#server/platform/core/records/list/foldText.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { countEdits } from '#shared/format/editDistance.ts'

/** Words with this many letters or fewer may have one edit, longer ones two. */
const shortWordLength = 5

/** Shorter words would be similar to too many others. */
const minWordLength = 3

const maxTexts = 3
const maxWordsPerWord = 3
const maxCandidates = 20_000

/**
 * Returns the text with words that names have in place of unknown words, the most similar first.
 * Words that names have stay. Returns nothing if a word is similar to none.
 */
export async function findSimilarTexts(db: Connection, text: string): Promise<string[]> {
  const words = splitSearchWords(text)
  const alternatives = await Promise.all(words.map((word) => findSimilarWords(db, word)))
  if (alternatives.some((ones) => ones.length === 0)) return []
  let texts: { words: string[]; edits: number }[] = [{ words: [], edits: 0 }]
  for (const ones of alternatives)
    texts = texts
      .flatMap((partial) =>
        ones.map(({ word, edits }) => ({
          words: [...partial.words, word],
          edits: partial.edits + edits,
        })),
      )
      .toSorted((one, other) => one.edits - other.edits)
      .slice(0, maxTexts)
  return texts.map((one) => one.words.join(' ')).filter((one) => one !== words.join(' '))
}

/** Returns the words that names have and that this word may mean, the most similar first. */
async function findSimilarWords(
  db: Connection,
  word: string,
): Promise<{ word: string; edits: number }[]> {
  const length = [...word].length
  if (length < minWordLength || !/^\p{L}+$/u.test(word)) return [{ word, edits: 0 }]
  const max = length > shortWordLength ? 2 : 1
  // Most typos keep the first letter. Trigrams find most of the others.
  const { rows } = await sql<{ word: string }>`
    (select word from search_words
      where left(word, 1) = left(${word}, 1) and char_length(word) >= ${length - max}
      limit ${maxCandidates})
    union
    (select word from search_words where word % ${word} limit ${maxCandidates})`.execute(db)
  return rows
    .map((row) => ({ word: row.word, edits: countEdits(word, row.word, max) }))
    .filter(({ edits }) => edits <= max)
    .toSorted(
      (one, other) =>
        one.edits - other.edits ||
        Math.abs(one.word.length - length) - Math.abs(other.word.length - length),
    )
    .slice(0, maxWordsPerWord)
}

/** Entries are read again for this long, because their transaction may commit late. */
const overlap = '10 minutes'

/** Collects the words of names that were added or changed since the last time. */
export const collectWords = ({ db }: Pick<Platform, 'db'>): Promise<void> =>
  db.transaction().execute(addNewWords)

/**
 * Adds the words of new and changed entries to those in which the search looks for similar ones.
 * Words of deleted records stay; a search for them finds nothing.
 */
export async function addNewWords(trx: Connection): Promise<void> {
  const { rows } = await sql<{ readUntil: string | null }>`
    select max(read_until) as read_until from search_words_progress`.execute(trx)
  const since = rows[0]?.readUntil ?? null
  const isNew =
    since === null ? sql`true` : sql`updated_at > ${since}::timestamptz - ${overlap}::interval`
  await sql`
    insert into search_words
    select distinct word from (
      select regexp_split_to_table(replace(search_text, ${wordMark}, ''), '[ \n]+') as word
      from search_entries where ${isNew}
    ) as words where word ~ '^[[:alpha:]]{3,30}$' order by word on conflict do nothing`.execute(trx)
  await sql`delete from search_words_progress`.execute(trx)
  await sql`insert into search_words_progress values (now())`.execute(trx)
}
