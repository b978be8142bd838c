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

/** Returns those of these fields that name another record by a text that isn't resolved yet. */
export const findUnresolvedFields = (
  { references = [], values }: Pick<CreateStoreContext, 'references' | 'values'>,
  fields: readonly string[],
): string[] =>
  fields.filter((name) => references.includes(name) && typeof values[name] === 'string')

/** Returns the ID of the selected template if its values aren't loaded yet. */
export function findUnloadedTemplate({
  values,
  template,
  templateField,
}: CreateStoreContext): number | null {
  const chosen = values[templateField ?? '']
  return isReferenceValue(chosen) && chosen.id !== template?.id ? chosen.id : null
}

/** Whether the platform must resolve values before the operator leaves this step. */
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

/** Fills fields from a loaded template. Ignores a template other than the selected one. */
export function applyTemplate(context: CreateStoreContext, template: WizardTemplate | null) {
  if (!template || findUnloadedTemplate(context) !== template.id) return {}
  const filledFields = context.getTemplateFields?.(context.values, template) ?? []
  const values = { ...context.values, ...pickFields(template.values, filledFields) }
  return { ...validateWizard({ ...context, template }, { values }), template, filledFields }
}

/** Merges the platform's answer into the wizard; keeps what was typed while it was pending. */
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
