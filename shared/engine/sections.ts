import type { Field } from './fields.ts'

export type Section<Name extends string = string> = {
  title: string
  fields: readonly Name[]
  /** They are for records alone of which this field has one of these values; a form shows them then. */
  only?: { field: Name; values: readonly string[] }
  /** What seldom differs from how it begins: a form shows it when it is asked for, or where it does. */
  folded?: true
}

/** From how many fields on a form is parted by headings (screens.md, "Every form"). */
const parted = 8

/** The fields of a form by their headings; one group without a heading where there are few, or nothing parts them. */
export function sectionsOf(
  fields: Record<string, Field>,
  sections: readonly Section[] = [],
): ({ title: string | null; fields: [string, Field][] } & Pick<Section, 'only' | 'folded'>)[] {
  const all = Object.entries(fields)
  if (all.length < parted || sections.length === 0) return [{ title: null, fields: all }]
  const groups = sections.map(({ fields: names, ...section }) => ({
    ...section,
    fields: all.filter(([name]) => names.includes(name)),
  }))
  const rest = all.filter(([name]) => !sections.some((section) => section.fields.includes(name)))
  return [...groups, { title: null, fields: rest }].filter((group) => group.fields.length > 0)
}
