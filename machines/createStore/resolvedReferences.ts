import { isSameFieldValue } from '#shared/engine/fields/formValues.ts'
import { isReferenceValue } from '#shared/engine/list/referenceValues.ts'
import { withVisitedWizardErrors, applyInput } from './transitions.ts'
import type { CreateStoreContext, ResolvedReferences, WizardTemplate } from './context.ts'
import { pickFields } from '../recordForm/values.ts'
import type { FormValues } from '../recordForm/values.ts'

const getFieldsToResolve = ({ steps, stepIndex }: CreateStoreContext): string[] =>
  stepIndex === steps.length - 1
    ? steps.flatMap(({ fields }) => [...fields])
    : [...(steps[stepIndex]?.fields ?? [])]

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
  const selected = values[templateField ?? '']
  return isReferenceValue(selected) && selected.id !== template?.id ? selected.id : null
}

/** Whether the platform must resolve values before the operator leaves this step. */
export const needsResolving = (context: CreateStoreContext): boolean => {
  const fields = getFieldsToResolve(context)
  const needsTemplate = fields.includes(context.templateField ?? '')
  return (
    findUnresolvedFields(context, fields).length > 0 ||
    (needsTemplate && findUnloadedTemplate(context) !== null)
  )
}

export const getValuesToResolve = (context: CreateStoreContext): FormValues =>
  pickFields(context.values, getFieldsToResolve(context))

/** Fills fields from a loaded template. Ignores a template other than the selected one. */
export function applyTemplate(context: CreateStoreContext, template: WizardTemplate | null) {
  if (!template || findUnloadedTemplate(context) !== template.id) return {}
  const filledFields = context.getFieldsToFill?.(context.values, template) ?? []
  const values = { ...context.values, ...pickFields(template.values, filledFields) }
  return {
    ...withVisitedWizardErrors({ ...context, template }, { values }),
    template,
    filledFields,
  }
}

/** Merges the platform's answer into the wizard; keeps what was typed while it was pending. */
export function applyResolvedReferences(
  context: CreateStoreContext,
  resolved: ResolvedReferences,
): Partial<CreateStoreContext> {
  const { errors, choices, template } = resolved
  let next = context
  for (const name of findUnresolvedFields(context, Object.keys(resolved.values))) {
    const value = resolved.values[name]
    if (!isSameFieldValue(value, context.values[name]))
      next = { ...next, ...applyInput(next, name, value) }
  }
  next = { ...next, ...applyTemplate(next, template), choices }
  return {
    ...next,
    ...withVisitedWizardErrors(next, { serverErrors: { ...next.serverErrors, ...errors } }),
  }
}
