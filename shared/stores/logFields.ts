import { formatInstant } from '../dates.ts'
import type { Field } from '../engine/fields.ts'
import { identifierWords } from '../eventWords.ts'
import { inputText } from '../engine/formValues.ts'
import { columnLabel, fieldOf } from '../engine/resource.ts'
import { resourceNamed } from '../resources/index.ts'
import { storeSectionNames, storeSections } from './storeSections.ts'

/** What entries tell of that is no field of a record. */
const others: Record<string, { label: string; options?: Field['options'] }> = {
  into: { label: 'New store' },
  sections: {
    label: 'Sections copied',
    options: storeSectionNames.map((value) => ({ value, label: storeSections[value].label })),
  },
}

const otherOf = (name: string) => (Object.hasOwn(others, name) ? others[name] : undefined)

/** The name of a field that an entry of the logs tells of; of records of this kind, where it is known. */
export function logFieldLabel(targetType: string | null, name: string): string {
  const resource = resourceNamed(targetType ?? '')
  const label = resource ? columnLabel(resource, name) : name
  return label === name ? (otherOf(name)?.label ?? identifierWords(name)) : label
}

/** A value of such a field in words; '' where there is none. */
export function logFieldText(targetType: string | null, name: string, value: unknown): string {
  const resource = resourceNamed(targetType ?? '')
  const field = resource && fieldOf(resource, name)
  const options = field?.options ?? otherOf(name)?.options
  const text = (one: unknown): string => {
    if (field?.kind === 'instant' && typeof one === 'string') return formatInstant(one)
    if (typeof one === 'object' && one !== null) return JSON.stringify(one)
    const plain = inputText(one)
    return options?.find((option) => option.value === plain)?.label ?? plain
  }
  return Array.isArray(value) ? value.map(text).join(', ') : text(value)
}
