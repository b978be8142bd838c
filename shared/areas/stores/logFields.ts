import { list, text } from '#shared/engine/fields/fields.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { formatInput, formatValue } from '#shared/engine/fields/formValues.ts'
import { getChangedFieldLabel } from '#shared/engine/changedFieldLabel.ts'
import { getColumnLabel, getField } from '#shared/engine/resource.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { getResource } from '#shared/engine/resourceRegistry.ts'
import { storeCopySectionNames, storeCopySections } from './storeCopySections.ts'
import { storeMessages } from './messages.ts'

const otherLogFields: Record<string, Field> = {
  into: text(storeMessages.newStore, { max: 80 }),
  sections: list(storeMessages.sectionsCopied, {
    max: 20,
    options: Object.fromEntries(
      storeCopySectionNames.map((name) => [name, storeCopySections[name].label]),
    ),
  }),
}

const findOtherLogField = (name: string) =>
  Object.hasOwn(otherLogFields, name) ? otherLogFields[name] : undefined

/** Returns the label of a field in a log entry, by the entry's target type if it has one. */
export function getLogFieldLabel(targetType: string | null, name: string): string {
  const resource = getResource(targetType ?? '')
  const isDefined = resource !== undefined && getColumnLabel(resource, name) !== name
  return (!isDefined && findOtherLogField(name)?.label) || getChangedFieldLabel(targetType, name)
}

const findLogField = (targetType: string | null, name: string): Field | undefined => {
  const resource = getResource(targetType ?? '')
  return (resource && getField(resource, name)) ?? findOtherLogField(name)
}

type LogValues = Readonly<Record<string, unknown>>
type ChangeSide = 'before' | 'after'

/** Returns the values of an entry's changes on one side. A change without sides is the new value. */
export const getChangeValues = (changes: LogValues, side: ChangeSide): LogValues =>
  Object.fromEntries(
    Object.entries(changes).map(([name, change]) => [name, getChangeValue(change, side)]),
  )

function getChangeValue(change: unknown, side: ChangeSide): unknown {
  if (typeof change !== 'object' || change === null || !('before' in change || 'after' in change))
    return side === 'after' ? change : null
  const { [side]: value = null }: { before?: unknown; after?: unknown } = change
  return value
}

/** Whether one of an entry's values is an amount whose currency isn't among them. */
export function lacksCurrency(targetType: string | null, name: string, values: LogValues): boolean {
  const { currencyField } = findLogField(targetType, name) ?? {}
  return (
    currencyField !== undefined &&
    typeof values[name] === 'number' &&
    typeof values[currencyField] !== 'string'
  )
}

/** Returns the names of the currencies that are shown with the amounts of the same entry. */
export const findShownCurrencies = (targetType: string | null, changes: LogValues): string[] =>
  Object.keys(changes).flatMap((name) => findLogField(targetType, name)?.currencyField ?? [])

/**
 * Formats a field's value in a log entry; an empty string if there is none. `values` are those of
 * the entry, because an amount needs its currency.
 */
export function formatLogValue(
  targetType: string | null,
  name: string,
  values: LogValues,
  zone: string,
): string {
  const field = findLogField(targetType, name)
  const { [name]: value } = values
  if (lacksCurrency(targetType, name, values))
    return storeMessages.minorUnits(formatNumber(Number(value)))
  const plainValue = Array.isArray(value) ? value.map(toPlainValue) : toPlainValue(value)
  return field ? formatValue(field, plainValue, values, name, zone) : formatInput(plainValue)
}

const toPlainValue = (value: unknown) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value
