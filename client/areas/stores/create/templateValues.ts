import { formatInput, isSameValue } from '#shared/engine/fields/formValues.ts'
import { isReferenceValue } from '#shared/engine/list/referenceValues.ts'
import { getSectionFields, storeSectionNames } from '#shared/areas/stores/storeSections.ts'

type StoreValues = Record<string, unknown>

/** A store that a new one begins with, and what it holds as a form has it. */
export type StoreTemplate = { id: number; values: StoreValues }

/** The sections chosen, without words that name none. */
export const getSections = ({ sections }: StoreValues) =>
  storeSectionNames.filter((name) => Array.isArray(sections) && sections.includes(name))

/** Whether the template fills a field: one is chosen, and the section of the field. */
export const isFromTemplate = (values: StoreValues, name: string): boolean =>
  isReferenceValue(values['templateId']) && getSectionFields(getSections(values)).includes(name)

export const isTemplateLoaded = (
  template: StoreTemplate | null,
  { templateId }: StoreValues,
): boolean => template !== null && isReferenceValue(templateId) && templateId.id === template.id

const isEmptyInput = (value: unknown) => formatInput(value) === ''
const getEmptyValue = (value: unknown) => (Array.isArray(value) ? [] : null)

/** The names of the empty fields that this template fills, once what it holds is known. */
export const getTemplateFields = (values: StoreValues, template: StoreTemplate): string[] =>
  Object.keys(values).filter(
    (name) =>
      isFromTemplate(values, name) &&
      isEmptyInput(values[name]) &&
      !isEmptyInput(template.values[name] ?? null),
  )

/** The values with these fields as the template has them. */
export const fillTemplateValues = (
  values: StoreValues,
  names: readonly string[],
  { values: its }: StoreTemplate,
) => ({
  ...values,
  ...Object.fromEntries(names.map((name) => [name, its[name]])),
})

/** The values after template or sections may have changed; `template` is the one that the fields hold so far. */
export function withTemplate(
  initial: StoreValues,
  before: StoreValues,
  after: StoreValues,
  template: StoreTemplate | null,
): StoreValues {
  const next = { ...after }
  for (const name of getSectionFields(storeSectionNames)) {
    if (!(name in next)) continue
    const [was, is] = [isFromTemplate(before, name), isFromTemplate(next, name)]
    const its = template?.values[name] ?? getEmptyValue(initial[name])
    const isIts = isTemplateLoaded(template, before) && isSameValue(next[name], its)
    if (was && !is && (isIts || isEmptyInput(next[name]))) next[name] = initial[name]
    else if (was && is && isIts && !isTemplateLoaded(template, next))
      next[name] = getEmptyValue(initial[name])
    else if (!was && is && isSameValue(next[name], initial[name]))
      next[name] = isTemplateLoaded(template, next) ? its : getEmptyValue(initial[name])
  }
  return next
}
