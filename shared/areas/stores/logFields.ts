import { list, text } from '#shared/engine/fields/fields.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { formatInput, formatValue } from '#shared/engine/fields/formValues.ts'
import { getColumnLabel, getField } from '#shared/engine/resource.ts'
import { formatIdentifier } from '#shared/format/identifiers.ts'
import { getResource } from '#shared/engine/resourceRegistry.ts'
import { storeSectionNames, storeSections } from './storeSections.ts'
import { storeMessages } from './messages.ts'

const otherLogFields: Record<string, Field> = {
  into: text(storeMessages.newStore, { max: 80 }),
  sections: list(storeMessages.sectionsCopied, {
    max: 20,
    options: Object.fromEntries(storeSectionNames.map((name) => [name, storeSections[name].label])),
  }),
}

const findOtherLogField = (name: string) =>
  Object.hasOwn(otherLogFields, name) ? otherLogFields[name] : undefined

/** Returns the label of a field in a log entry, by the entry's target type if it has one. */
export function getLogFieldLabel(targetType: string | null, name: string): string {
  const resource = getResource(targetType ?? '')
  const label = resource ? getColumnLabel(resource, name) : name
  return label === name ? (findOtherLogField(name)?.label ?? formatIdentifier(name)) : label
}

/** Formats a field's value in a log entry; an empty string if there is none. */
export function formatLogValue(
  targetType: string | null,
  name: string,
  value: unknown,
  zone: string,
): string {
  const resource = getResource(targetType ?? '')
  const field = (resource && getField(resource, name)) ?? findOtherLogField(name)
  const plainValue = Array.isArray(value) ? value.map(toPlainValue) : toPlainValue(value)
  return field ? formatValue(field, plainValue, {}, name, zone) : formatInput(plainValue)
}

const toPlainValue = (value: unknown) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value
