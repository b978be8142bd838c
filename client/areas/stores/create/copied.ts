import { inputText, sameValue } from '#shared/engine/fields/formValues.ts'
import { isPicked } from '#shared/engine/list/picked.ts'
import { fieldsOfSections, storeSectionNames } from '#shared/areas/stores/storeSections.ts'

type Values = Record<string, unknown>

/** A store that a new one begins with, and what it holds as a form has it. */
export type StoreTemplate = { id: number; values: Values }

/** The sections chosen, without words that name none. */
export const sectionsIn = ({ sections }: Values) =>
  storeSectionNames.filter((name) => Array.isArray(sections) && sections.includes(name))

/** Whether the template fills a field: one is chosen, and the section of the field. */
export const isCopied = (values: Values, name: string): boolean =>
  isPicked(values['templateId']) && fieldsOfSections(sectionsIn(values)).includes(name)

export const isHeld = (template: StoreTemplate | null, { templateId }: Values): boolean =>
  template !== null && isPicked(templateId) && templateId.id === template.id

const isEmpty = (value: unknown) => inputText(value) === ''
const emptied = (value: unknown) => (Array.isArray(value) ? [] : null)

/** The names of the empty fields that this template fills, once what it holds is known. */
export const filledBy = (values: Values, template: StoreTemplate): string[] =>
  Object.keys(values).filter(
    (name) =>
      isCopied(values, name) && isEmpty(values[name]) && !isEmpty(template.values[name] ?? null),
  )

/** The values with these fields as the template has them. */
export const filled = (
  values: Values,
  names: readonly string[],
  { values: its }: StoreTemplate,
) => ({
  ...values,
  ...Object.fromEntries(names.map((name) => [name, its[name]])),
})

/** The values after template or sections may have changed; `template` is the one that the fields hold so far. */
export function withTemplateOf(
  initial: Values,
  before: Values,
  after: Values,
  template: StoreTemplate | null,
): Values {
  const next = { ...after }
  for (const name of fieldsOfSections(storeSectionNames)) {
    if (!(name in next)) continue
    const [was, is] = [isCopied(before, name), isCopied(next, name)]
    const its = template?.values[name] ?? emptied(initial[name])
    const isIts = isHeld(template, before) && sameValue(next[name], its)
    if (was && !is && (isIts || isEmpty(next[name]))) next[name] = initial[name]
    else if (was && is && isIts && !isHeld(template, next)) next[name] = emptied(initial[name])
    else if (!was && is && sameValue(next[name], initial[name]))
      next[name] = isHeld(template, next) ? its : emptied(initial[name])
  }
  return next
}
