import { list, text } from '#shared/engine/fields/fields.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { inputText, inWords } from '#shared/engine/fields/formValues.ts'
import { columnLabel, fieldOf } from '#shared/engine/resource.ts'
import { identifierWords } from '../logs/eventWords.ts'
import { resourceNamed } from '../index.ts'
import { storeSectionNames, storeSections } from './storeSections.ts'
import { storeLabels } from './messages.ts'

const others: Record<string, Field> = {
  into: text(storeLabels.newStore, { max: 80 }),
  sections: list(storeLabels.sectionsCopied, {
    max: 20,
    options: Object.fromEntries(storeSectionNames.map((name) => [name, storeSections[name].label])),
  }),
}

const otherOf = (name: string) => (Object.hasOwn(others, name) ? others[name] : undefined)

/** The name of a field that an entry of the logs tells of; of records of this kind, where it is known. */
export function logFieldLabel(targetType: string | null, name: string): string {
  const resource = resourceNamed(targetType ?? '')
  const label = resource ? columnLabel(resource, name) : name
  return label === name ? (otherOf(name)?.label ?? identifierWords(name)) : label
}

/** A value of such a field in words; '' where there is none. */
export function logFieldText(
  targetType: string | null,
  name: string,
  value: unknown,
  zone: string,
): string {
  const resource = resourceNamed(targetType ?? '')
  const field = (resource && fieldOf(resource, name)) ?? otherOf(name)
  const told = Array.isArray(value) ? value.map(plain) : plain(value)
  return field ? inWords(field, told, {}, name, zone) : inputText(told)
}

const plain = (value: unknown) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value
