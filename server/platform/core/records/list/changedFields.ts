import { sql } from 'kysely'
import type { Filter } from '#shared/engine/list/listQuery.ts'
import { fieldOf } from '#shared/engine/resource.ts'
import { logFieldLabel } from '#shared/areas/stores/logFields.ts'
import { resources } from '#shared/areas/index.ts'
import { fold, folded, wordsOf } from '#server/platform/database/migrations/folding.ts'
import type { Condition } from './conditions.ts'
import { anywhere, isFoundAnywhere } from './searchPatterns.ts'

/** The column of logs that names the fields an entry changed. */
export const changedFieldsColumn = 'changedFields'

/** The expressions of the indexes in `migrations/230_changedFields.ts`. */
const fieldKeys = sql`log_field_keys(${sql.ref('event')}, ${sql.ref('targetType')}, ${sql.ref('changes')})`
const changeText = folded(sql`log_change_text(${sql.ref('event')}, ${sql.ref('changes')})`)

type FieldKey = { key: string; label: string }
let knownKeys: FieldKey[] | undefined

/** Every field of every resource as the index knows it, with its folded label. */
function getFieldKeys(): FieldKey[] {
  knownKeys ??= resources.flatMap((resource) =>
    Object.keys({ ...resource.fields, ...resource.derived }).flatMap((name) =>
      fieldOf(resource, name)
        ? [{ key: `${resource.name}.${name}`, label: fold(logFieldLabel(resource.name, name)) }]
        : [],
    ),
  )
  return knownKeys
}

const findKeys = (isMeant: (label: string) => boolean): string[] =>
  getFieldKeys().flatMap(({ key, label }) => (isMeant(label) ? [key] : []))

const changedOneOf = (keys: readonly string[]): Condition[] =>
  keys.length > 0 ? [sql`${fieldKeys} && ${[...keys]}::text[]`] : []

/** No index finds shorter words, and the sides of a change are called `before` and `after` in every entry. */
const isInText = (word: string) =>
  isFoundAnywhere(word) && !['before', 'after'].some((side) => side.includes(word))

/**
 * Finds entries that changed a field with this word in its name, or changed a value with this word from or to. A short word
 * is looked for in values only beside a longer one, whose index leaves few entries to read.
 */
export function searchChanges(word: string, words: readonly string[]): Condition[] {
  const inText = sql<boolean>`${changeText} like ${anywhere(word)}`
  if (!isInText(word) && words.some(isInText)) return [inText]
  const named = changedOneOf(findKeys((label) => label.includes(word)))
  return isInText(word) ? [...named, inText] : named
}

/** Finds entries that changed a field that is called so, or, with `contains`, has all these words in its name. */
export function filterByField({ op, value }: Filter): Condition {
  const words = wordsOf(value)
  const isMeant = (label: string) =>
    op === 'eq' ? label === fold(value) : words.every((word) => label.includes(word))
  const named = op === 'eq' ? [isNamed(value)] : hasWordsInName(words)
  const conditions = [...changedOneOf(findKeys(isMeant)), ...named]
  return conditions.length > 0 ? sql`(${sql.join(conditions, sql` or `)})` : sql`false`
}

/** Entries may name fields that no definition has: `reason`, `members`. */
const isNamed = (name: string): Condition =>
  sql`${fieldKeys} && ${['', ...resources.map((resource) => resource.name)].map((type) => `${type}.${name}`)}::text[]`

/** Without a word that an index finds, only fields of definitions are looked for. */
function hasWordsInName(words: readonly string[]): Condition[] {
  const indexed = words.filter(isInText)
  if (indexed.length === 0) return []
  const names = sql`regexp_split_to_table(${sql.ref(changedFieldsColumn)}, ', ') as name`
  const inName = words.map((word) => sql`${folded(sql`name`)} like ${anywhere(word)}`)
  const conditions = sql.join(
    [
      ...indexed.map((word) => sql`${changeText} like ${anywhere(word)}`),
      sql`exists (select from ${names} where ${sql.join(inName, sql` and `)})`,
    ],
    sql` and `,
  )
  return [sql`(${conditions})`]
}
