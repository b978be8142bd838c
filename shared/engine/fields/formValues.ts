import { normalizeLines } from '../normalizeText.ts'
import { utcZone } from '#shared/format/zones.ts'
import type { Field } from './fields.ts'
import { normalizeLineEnds } from './kind.ts'
import { getKind } from './kinds.ts'
import { isNotUploaded, isReferenceValue, isSecretState } from '../list/referenceValues.ts'
import type { Siblings } from './textRules.ts'

/** Parses a typed text, without surrounding white space; a blank one is the field's empty value. */
export function parseValue(field: Field, typed: string, siblings: Siblings = {}): unknown {
  const kind = getKind(field)
  const value = normalizeLines(normalizeLineEnds(typed))
  return value === '' ? kind.emptyValue : kind.parse(value, field, siblings)
}

/**
 * Returns the values that differ from `original`, as a PATCH sends them; all of them if the
 * original isn't known. With `fields`, a value that only today's input formats differently isn't a
 * change.
 */
export const getChangedValues = (
  values: Record<string, unknown>,
  original: Record<string, unknown> | null,
  fields: Readonly<Record<string, Field>> = {},
): Record<string, unknown> =>
  original === null
    ? values
    : Object.fromEntries(
        Object.entries(values).filter(([name, value]) => {
          const before = original[name] ?? null
          return (
            !isSameFieldValue(value, before) && !isRewritten(fields[name], value, before, original)
          )
        }),
      )

function isRewritten(
  field: Field | undefined,
  value: unknown,
  before: unknown,
  siblings: Siblings,
) {
  if (!field || field.target || before === null || typeof before === 'object') return false
  return isSameFieldValue(value, parseValue(field, formatInput(before, field, siblings), siblings))
}

/**
 * Compares values as JSON, lists included. For a selected record only the ID counts, because its
 * name may change.
 */
export const isSameFieldValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(removeLabels(one)) === JSON.stringify(removeLabels(other))

const removeLabels = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(removeLabels)
  if (isReferenceValue(value)) return { id: value.id }
  return value instanceof File ? [value.name, value.size, value.lastModified] : value
}

/** Formats a value for its input; without a field, by the type of the value. */
export function formatInput(
  value: unknown,
  field?: Field,
  siblings: Siblings = {},
  name = '',
): string {
  if (typeof value === 'string') return value
  if (isNotUploaded(value)) return ''
  if (field) return getKind(field).formatInput(value, field, siblings, name)
  if (value === null || value === undefined || isSecretState(value)) return ''
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (Array.isArray(value)) return value.map((entry) => formatInput(entry)).join(', ')
  if (isReferenceValue(value)) return value.label
  return String(value)
}

/** Formats a value for a list or a sentence; '' if there is none. */
export const formatValue = (
  field: Field,
  value: unknown,
  siblings: Siblings = {},
  name = '',
  zone = utcZone,
): string => getKind(field).formatValue(value, field, siblings, name, zone)
