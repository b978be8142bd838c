import { sql } from 'kysely'
import type { ListFilter } from '#shared/engine/list/filterColumns.ts'
import { getField } from '#shared/engine/resource.ts'
import { getChangedFieldLabel } from '#shared/engine/changedFieldLabel.ts'
import { getResources } from '#shared/engine/resourceRegistry.ts'
import {
  foldText,
  buildFoldedSql,
  splitSearchWords,
} from '#server/platform/core/records/list/foldText.ts'
import type { SqlCondition } from '#server/platform/core/records/list/conditions.ts'
import { isNotErased } from '#server/platform/core/records/list/searchConditions.ts'
import {
  toContainsPattern,
  isIndexable,
} from '#server/platform/core/records/list/searchPatterns.ts'

/** The expressions indexed in `migrations/0003_logs.ts`. */
const fieldKeysSql = sql`log_field_keys(${sql.ref('event')}, ${sql.ref('targetType')}, ${sql.ref('storedChanges')})`
const changeTextSql = buildFoldedSql(
  sql`log_change_text(${sql.ref('event')}, ${sql.ref('storedChanges')})`,
)

type FieldKey = { key: string; label: string }
let fieldKeyCache: FieldKey[] | undefined

/** Returns every field of every resource by its index key, with its folded label. */
function getFieldKeys(): FieldKey[] {
  fieldKeyCache ??= getResources().flatMap((resource) =>
    Object.keys({ ...resource.fields, ...resource.derived }).flatMap((name) =>
      getField(resource, name)
        ? [
            {
              key: `${resource.name}.${name}`,
              label: foldText(getChangedFieldLabel(resource.name, name)),
            },
          ]
        : [],
    ),
  )
  return fieldKeyCache
}

const findFieldKeys = (isMeant: (label: string) => boolean): string[] =>
  getFieldKeys().flatMap(({ key, label }) => (isMeant(label) ? [key] : []))

const buildKeyConditions = (keys: readonly string[]): SqlCondition[] =>
  keys.length > 0 ? [sql`${fieldKeysSql} && ${[...keys]}::text[]`] : []

/** Shorter words have no index, and `before` and `after` appear in every entry. */
const isIndexedWord = (word: string) =>
  isIndexable(word) && !['before', 'after'].some((side) => side.includes(word))

/**
 * Finds entries that changed a field with this word in its name, or a value from or to this word.
 * Values are searched for a short word only next to a longer one, whose index leaves few entries to
 * read.
 */
export function searchChangedFields(word: string, words: readonly string[]): SqlCondition[] {
  const inText = sql<boolean>`(${changeTextSql} like ${toContainsPattern(word)} and ${isNotErased})`
  if (!isIndexedWord(word) && words.some(isIndexedWord)) return [inText]
  const nameConditions = buildKeyConditions(findFieldKeys((label) => label.includes(word)))
  return isIndexedWord(word) ? [...nameConditions, inText] : nameConditions
}

/**
 * Finds entries that changed the field with this name, or, with `contains`, a field with all these
 * words in its name.
 */
export function buildChangedFieldCondition({ op, value }: ListFilter): SqlCondition {
  const words = splitSearchWords(value)
  const isMeant = (label: string) =>
    op === 'eq' ? label === foldText(value) : words.every((word) => label.includes(word))
  const nameConditions = op === 'eq' ? [matchFieldName(value)] : buildNameConditions(words)
  const conditions = [...buildKeyConditions(findFieldKeys(isMeant)), ...nameConditions]
  return conditions.length > 0 ? sql`(${sql.join(conditions, sql` or `)})` : sql`false`
}

/**
 * Matches an exact field name. Entries may name fields that no definition has, such as `reason` and
 * `members`.
 */
const matchFieldName = (name: string): SqlCondition =>
  sql`${fieldKeysSql} && ${['', ...getResources().map((resource) => resource.name)].map((type) => `${type}.${name}`)}::text[]`

/**
 * Matches entries by words in a field's name. Without an indexed word, only the definitions' fields
 * are searched.
 */
function buildNameConditions(words: readonly string[]): SqlCondition[] {
  const indexed = words.filter(isIndexedWord)
  if (indexed.length === 0) return []
  const names = sql`regexp_split_to_table(${sql.ref('changedFields')}, ', ') as name`
  const inName = words.map(
    (word) => sql`${buildFoldedSql(sql`name`)} like ${toContainsPattern(word)}`,
  )
  const conditions = sql.join(
    [
      ...indexed.map((word) => sql`${changeTextSql} like ${toContainsPattern(word)}`),
      sql`exists (select from ${names} where ${sql.join(inName, sql` and `)})`,
    ],
    sql` and `,
  )
  return [sql`(${conditions})`]
}
