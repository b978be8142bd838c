import type { Field } from './fields.ts'
import type { Siblings } from './textRules.ts'

export type FormSection<Name extends string = string> = {
  title?: string
  fields: readonly Name[]
  /**
   * Only for records where this field has one of these values, or any value if none are listed; a
   * form shows the section then.
   */
  visibleWhen?: { field: Name; values?: readonly string[] }
  /** Rarely differs from its initial values: a form shows it on request, or where it differs. */
  collapsed?: true
}

/** Whether a section for some records applies to one with these values. */
export function isSectionVisible(
  { field, values }: NonNullable<FormSection['visibleWhen']>,
  { [field]: value }: Siblings,
): boolean {
  return values ? values.includes(String(value)) : (value ?? '') !== ''
}

/** A form with this many fields or more has headings (screens.md, "Every form"). */
const minFieldsForHeadings = 8

/**
 * Groups the fields of a form by heading. A short form separates only the fields for some records,
 * after the others.
 */
export function getFormSections(
  fields: Record<string, Field>,
  sections: readonly FormSection[] = [],
): (Omit<FormSection, 'fields'> & { fields: [string, Field][] })[] {
  const all = Object.entries(fields)
  const hasHeadings = all.length >= minFieldsForHeadings
  const usedSections = hasHeadings
    ? sections
    : sections.flatMap(({ visibleWhen, fields }) => (visibleWhen ? [{ visibleWhen, fields }] : []))
  const groups = usedSections.map(({ fields: names, ...section }) => ({
    ...section,
    fields: all.filter(([name]) => names.includes(name)),
  }))
  const rest = {
    fields: all.filter(([name]) => !usedSections.some((section) => section.fields.includes(name))),
  }
  return (hasHeadings ? [...groups, rest] : [rest, ...groups]).filter(
    (group) => group.fields.length > 0,
  )
}
