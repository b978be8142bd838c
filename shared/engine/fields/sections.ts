import type { Field } from './fields.ts'
import type { Siblings } from './textRules.ts'

export type FormSection<Name extends string = string> = {
  title?: string
  fields: readonly Name[]
  /** They are for records alone of which this field has one of these values, or any where none are told; a form shows them then. */
  visibleWhen?: { field: Name; values?: readonly string[] }
  /** What seldom differs from how it begins: a form shows it when it is asked for, or where it does. */
  collapsed?: true
}

/** Whether fields that are for some records alone are for one with these values. */
export function isSectionVisible(
  { field, values }: NonNullable<FormSection['visibleWhen']>,
  { [field]: value }: Siblings,
): boolean {
  return values ? values.includes(String(value)) : (value ?? '') !== ''
}

/** From how many fields on a form is parted by headings (screens.md, "Every form"). */
const minFieldsForHeadings = 8

/** The fields of a form by their headings; where there are few, those apart that are for some records alone, after the others. */
export function getFormSections(
  fields: Record<string, Field>,
  sections: readonly FormSection[] = [],
): (Omit<FormSection, 'fields'> & { fields: [string, Field][] })[] {
  const all = Object.entries(fields)
  const isParted = all.length >= minFieldsForHeadings
  const told = isParted
    ? sections
    : sections.flatMap(({ visibleWhen: only, fields }) =>
        only ? [{ visibleWhen: only, fields }] : [],
      )
  const groups = told.map(({ fields: names, ...section }) => ({
    ...section,
    fields: all.filter(([name]) => names.includes(name)),
  }))
  const rest = {
    fields: all.filter(([name]) => !told.some((section) => section.fields.includes(name))),
  }
  return (isParted ? [...groups, rest] : [rest, ...groups]).filter(
    (group) => group.fields.length > 0,
  )
}
