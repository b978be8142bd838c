import { isSameValue } from '#shared/engine/fields/formValues.ts'
import { isReferenceValue } from '#shared/engine/list/referenceValues.ts'
import { validateWizard, applyInput } from './transitions.ts'
import type { CreateStoreContext, ResolvedReferences, WizardTemplate } from './context.ts'
import { pickFields } from '../recordFormValues.ts'
import type { FormValues } from '../recordFormValues.ts'

const getFieldsToResolve = ({ steps, stepIndex: at }: CreateStoreContext): string[] =>
  at === steps.length - 1
    ? steps.flatMap(({ fields }) => [...fields])
    : [...(steps[at]?.fields ?? [])]

/** Those of these fields that name another record by a text of which nobody knows yet which it is. */
export const findUnresolvedFields = (
  { references = [], values }: Pick<CreateStoreContext, 'references' | 'values'>,
  fields: readonly string[],
): string[] =>
  fields.filter((name) => references.includes(name) && typeof values[name] === 'string')

/** The id of the template chosen, of which is not known yet what it holds. */
export function findUnloadedTemplate({
  values,
  template,
  templateField,
}: CreateStoreContext): number | null {
  const chosen = values[templateField ?? '']
  return isReferenceValue(chosen) && chosen.id !== template?.id ? chosen.id : null
}

/** Whether the platform has to be asked before this step is left. */
export const needsResolving = (context: CreateStoreContext): boolean => {
  const fields = getFieldsToResolve(context)
  const asksForTemplate = fields.includes(context.templateField ?? '')
  return (
    findUnresolvedFields(context, fields).length > 0 ||
    (asksForTemplate && findUnloadedTemplate(context) !== null)
  )
}

export const getValuesToResolve = (context: CreateStoreContext): FormValues =>
  pickFields(context.values, getFieldsToResolve(context))

/** The fields filled from a template, now that it is known what it holds; of another one than is chosen nothing is taken. */
export function applyTemplate(context: CreateStoreContext, template: WizardTemplate | null) {
  if (!template || findUnloadedTemplate(context) !== template.id) return {}
  const filledFields = context.getTemplateFields?.(context.values, template) ?? []
  const values = { ...context.values, ...pickFields(template.values, filledFields) }
  return { ...validateWizard({ ...context, template }, { values }), template, filledFields }
}

/** The wizard with what the platform said; what was typed meanwhile stays. */
export function applyResolved(
  context: CreateStoreContext,
  settled: ResolvedReferences,
): Partial<CreateStoreContext> {
  const { errors, choices, template } = settled
  let now = context
  for (const name of findUnresolvedFields(context, Object.keys(settled.values))) {
    const value = settled.values[name]
    if (!isSameValue(value, context.values[name])) now = { ...now, ...applyInput(now, name, value) }
  }
  now = { ...now, ...applyTemplate(now, template), choices }
  return { ...now, ...validateWizard(now, { serverErrors: { ...now.serverErrors, ...errors } }) }
}
