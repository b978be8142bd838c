import { calculateContrast, minContrast } from '#shared/format/contrast.ts'
import { storeCopySections } from '#client/frame/index.ts'
import { createStoreMessages } from './messages.ts'
import { list, optional, reference } from '#shared/engine/fields/fields.ts'
import { toUncheckedCode } from '#shared/engine/fields/codes.ts'
import { formatInput } from '#shared/engine/fields/formValues.ts'
import { validateForm } from '#shared/engine/fields/references.ts'
import type { Fields } from '#shared/engine/resource.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { storeCopySectionNames } from '#shared/areas/stores/storeCopySections.ts'
import { getStepFields } from '#shared/areas/stores/storeFieldPlaces.ts'
import { isFilledByTemplate, isTemplateLoaded, withTemplate } from './templateValues.ts'
import type { StoreTemplate } from './templateValues.ts'
import { validateField, getInitialValues } from '#shared/engine/fields/validation.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'

type WizardValues = Record<string, unknown>

/** The wizard's steps and their fields (screens.md, Create store). */
export const createStoreSteps = [
  {
    name: 'identity',
    title: createStoreMessages.identity,
    fields: [...getStepFields('identity'), 'templateId', 'sections'],
  },
  { name: 'domain', title: createStoreMessages.domain, fields: getStepFields('domain') },
  { name: 'locale', title: createStoreMessages.locale, fields: getStepFields('locale') },
  { name: 'brand', title: createStoreMessages.brand, fields: getStepFields('brand') },
  { name: 'access', title: createStoreMessages.access, fields: getStepFields('access') },
  { name: 'admin', title: createStoreMessages.firstAdmin, fields: getStepFields('admin') },
  { name: 'review', title: createStoreMessages.review, fields: [] },
] as const

const templateFields = {
  // Without create permission, because an empty new store is no use as a template.
  templateId: optional(
    reference(
      createStoreMessages.template,
      { name: 'stores', canCreate: false },
      { hint: createStoreMessages.templateHint },
    ),
  ),
  sections: {
    ...list(createStoreMessages.copyFromTemplate, {
      max: 20,
      options: Object.fromEntries(
        storeCopySectionNames.map((name) => [name, storeCopySections[name].label]),
      ),
    }),
    initial: storeCopySectionNames.filter((name) => storeCopySections[name].initial),
  },
}

const allFields: Fields = { ...stores.fields, ...templateFields }

export const createStoreFields: Fields = Object.fromEntries(
  createStoreSteps
    .flatMap(({ fields }): readonly string[] => fields)
    .flatMap((name) => (allFields[name] ? [[name, allFields[name]]] : [])),
)

export const getInitialWizardValues = (): WizardValues =>
  getInitialValues({ fields: createStoreFields })

export const createStoreReferences: readonly string[] = Object.keys(createStoreFields).filter(
  (name) => createStoreFields[name]?.target,
)

/**
 * Returns the fields for validation. Fields that a template fills are optional until it is loaded.
 */
const getWizardFields = (values: WizardValues, template: StoreTemplate | null): Fields =>
  Object.fromEntries(
    Object.entries(createStoreFields).map(([name, field]) => [
      name,
      isFilledByTemplate(values, name) && !isTemplateLoaded(template, values)
        ? optional(field)
        : field,
    ]),
  )

/**
 * Validates the values, with one message per field. `inherited` are the platform's defaults by
 * field; `template` holds the values that the fields contain.
 */
export function validateWizardValues(
  values: WizardValues,
  inherited: WizardValues,
  template: StoreTemplate | null = null,
): ValidationErrors {
  const errors = validateForm(getWizardFields(values, template), values)
  if (errors['primaryColour'] || errors['textColour']) return errors
  const getColor = (name: string) => {
    const unknown = isFilledByTemplate(values, name) && !isTemplateLoaded(template, values)
    const value = values[name] ?? (unknown ? null : inherited[name])
    // The platform's defaults may contain an invalid color, which has no contrast.
    return typeof value === 'string' && !validateField(stores.fields.primaryColour, value)
      ? value
      : undefined
  }
  const [primary, text] = [getColor('primaryColour'), getColor('textColour')]
  const isTyped = Boolean(values['primaryColour'] ?? values['textColour'])
  return isTyped && primary && text && calculateContrast(primary, text) < minContrast
    ? { ...errors, textColour: createStoreMessages.contrast(minContrast) }
    : errors
}

/**
 * Suggests a code for a name: its letters and digits, with hyphens for the rest. Null if too little
 * is left.
 */
export function suggestCode(name: unknown): string | null {
  const code = toUncheckedCode(formatInput(name), stores.fields.code)
  return code.length < 2 ? null : code
}

/**
 * Returns the values after an input: the code follows the name, the subdomain follows the code, and
 * the template fills fields that were not typed.
 */
export function withInputAndDerivedValues(
  values: WizardValues,
  field: string,
  value: unknown,
  template: StoreTemplate | null = null,
): WizardValues {
  const next = { ...values, [field]: value }
  if (field === 'name' && values['code'] === suggestCode(values['name']))
    next['code'] = suggestCode(value)
  if (field !== 'subdomain' && values['subdomain'] === values['code'])
    next['subdomain'] = next['code']
  return withTemplate(getInitialWizardValues(), values, next, template)
}

/**
 * Derives values of a form sent without JavaScript: the subdomain follows the code until its step
 * was open.
 */
export function withDerivedSubdomain(values: WizardValues, reached: number): WizardValues {
  const upcomingFields: readonly string[] = createStoreSteps
    .slice(reached + 1)
    .flatMap(({ fields }): readonly string[] => fields)
  return upcomingFields.includes('subdomain') ? { ...values, subdomain: values['code'] } : values
}
