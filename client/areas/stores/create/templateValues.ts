import { formatInput, isSameFieldValue } from '#shared/engine/fields/formValues.ts'
import { isReferenceValue } from '#shared/engine/list/referenceValues.ts'
import { storeCopySectionNames } from '#shared/areas/stores/storeCopySections.ts'
import { getCopiedFields } from '#shared/areas/stores/storeFieldPlaces.ts'

type StoreValues = Record<string, unknown>

/** A store used as a template, and its values in form format. */
export type StoreTemplate = { id: number; values: StoreValues }

/** Returns the selected sections, ignoring unknown names. */
export const getSelectedSections = ({ sections }: StoreValues) =>
  storeCopySectionNames.filter((name) => Array.isArray(sections) && sections.includes(name))

/** Returns whether the template fills a field: a template and the field's section are selected. */
export const isFilledByTemplate = (values: StoreValues, name: string): boolean =>
  isReferenceValue(values['templateId']) &&
  getCopiedFields(getSelectedSections(values)).some((field) => field === name)

export const isTemplateLoaded = (
  template: StoreTemplate | null,
  { templateId }: StoreValues,
): boolean => template !== null && isReferenceValue(templateId) && templateId.id === template.id

const isEmptyInput = (value: unknown) => formatInput(value) === ''
const getEmptyValue = (value: unknown) => (Array.isArray(value) ? [] : null)

/** Returns the names of the empty fields that the loaded template fills. */
export const getFieldsToFill = (values: StoreValues, template: StoreTemplate): string[] =>
  Object.keys(values).filter(
    (name) =>
      isFilledByTemplate(values, name) &&
      isEmptyInput(values[name]) &&
      !isEmptyInput(template.values[name] ?? null),
  )

/** Returns the values with these fields replaced by the template's. */
export const fillTemplateValues = (
  values: StoreValues,
  names: readonly string[],
  { values: templateValues }: StoreTemplate,
) => ({
  ...values,
  ...Object.fromEntries(names.map((name) => [name, templateValues[name]])),
})

/**
 * Returns the values after the template or its sections may have changed. `template` is the one
 * whose values the fields contain so far.
 */
export function withTemplate(
  initial: StoreValues,
  before: StoreValues,
  after: StoreValues,
  template: StoreTemplate | null,
): StoreValues {
  const next = { ...after }
  for (const name of getCopiedFields(storeCopySectionNames)) {
    if (!(name in next)) continue
    const [wasFilled, isFilled] = [isFilledByTemplate(before, name), isFilledByTemplate(next, name)]
    const templateValue = template?.values[name] ?? getEmptyValue(initial[name])
    const hasTemplateValue =
      isTemplateLoaded(template, before) && isSameFieldValue(next[name], templateValue)
    if (wasFilled && !isFilled && (hasTemplateValue || isEmptyInput(next[name])))
      next[name] = initial[name]
    else if (wasFilled && isFilled && hasTemplateValue && !isTemplateLoaded(template, next))
      next[name] = getEmptyValue(initial[name])
    else if (!wasFilled && isFilled && isSameFieldValue(next[name], initial[name]))
      next[name] = isTemplateLoaded(template, next) ? templateValue : getEmptyValue(initial[name])
  }
  return next
}
