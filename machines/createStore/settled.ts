import { sameValue } from '#shared/engine/fields/formValues.ts'
import { isPicked } from '#shared/engine/list/picked.ts'
import { check, typed } from './values.ts'
import type { CreateStoreContext, Settled, WizardTemplate } from './context.ts'
import { only } from '../recordFormValues.ts'
import type { FormValues } from '../recordFormValues.ts'

const fieldsHere = ({ steps, at }: CreateStoreContext): string[] =>
  at === steps.length - 1
    ? steps.flatMap(({ fields }) => [...fields])
    : [...(steps[at]?.fields ?? [])]

/** Those of these fields that name another record by a text of which nobody knows yet which it is. */
export const unknownTexts = (
  { references = [], values }: Pick<CreateStoreContext, 'references' | 'values'>,
  fields: readonly string[],
): string[] =>
  fields.filter((name) => references.includes(name) && typeof values[name] === 'string')

/** The id of the template chosen, of which is not known yet what it holds. */
export function unreadTemplate({
  values,
  template,
  templateField,
}: CreateStoreContext): number | null {
  const chosen = values[templateField ?? '']
  return isPicked(chosen) && chosen.id !== template?.id ? chosen.id : null
}

/** Whether the platform has to be asked before this step is left. */
export const isUnsettled = (context: CreateStoreContext): boolean => {
  const fields = fieldsHere(context)
  const asksForTemplate = fields.includes(context.templateField ?? '')
  return (
    unknownTexts(context, fields).length > 0 ||
    (asksForTemplate && unreadTemplate(context) !== null)
  )
}

export const asked = (context: CreateStoreContext): FormValues =>
  only(context.values, fieldsHere(context))

/** The fields filled from a template, now that it is known what it holds; of another one than is chosen nothing is taken. */
export function read(context: CreateStoreContext, template: WizardTemplate | null) {
  if (!template || unreadTemplate(context) !== template.id) return {}
  const filled = context.filledBy?.(context.values, template) ?? []
  const values = { ...context.values, ...only(template.values, filled) }
  return { ...check({ ...context, template }, { values }), template, filled }
}

/** The wizard with what the platform said; what was typed meanwhile stays. */
export function answered(
  context: CreateStoreContext,
  settled: Settled,
): Partial<CreateStoreContext> {
  const { errors, choices, template } = settled
  let now = context
  for (const name of unknownTexts(context, Object.keys(settled.values))) {
    const value = settled.values[name]
    if (!sameValue(value, context.values[name])) now = { ...now, ...typed(now, name, value) }
  }
  now = { ...now, ...read(now, template), choices }
  return { ...now, ...check(now, { refusals: { ...now.refusals, ...errors } }) }
}
