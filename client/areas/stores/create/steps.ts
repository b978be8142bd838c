import { contrastOf, leastContrast } from '#shared/format/contrast.ts'
import { createStoreMessages } from './words.ts'
import { list, optional, reference } from '#shared/engine/fields/fields.ts'
import { codeFrom } from '#shared/engine/fields/codeFrom.ts'
import { inputText } from '#shared/engine/fields/formValues.ts'
import { formErrors } from '#shared/engine/fields/references.ts'
import type { Fields } from '#shared/engine/resource.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { storeSectionNames, storeSections } from '#shared/areas/stores/storeSections.ts'
import { isCopied, isHeld, withTemplateOf } from './copied.ts'
import type { StoreTemplate } from './copied.ts'
import { fieldError, initialValues } from '#shared/engine/fields/validation.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'

type Values = Record<string, unknown>

const say = createStoreMessages

/** The steps of the wizard and the fields each asks for (screens.md, Create store). */
export const createStoreSteps = [
  {
    name: 'identity',
    title: createStoreMessages.identity,
    fields: ['name', 'code', 'organisationId', 'type', 'plan', 'templateId', 'sections'],
  },
  { name: 'domain', title: createStoreMessages.domain, fields: ['subdomain', 'domain'] },
  {
    name: 'locale',
    title: createStoreMessages.locale,
    fields: ['defaultLocale', 'defaultCurrency', 'locales', 'currencies', 'timeZone', 'country'],
  },
  {
    name: 'brand',
    title: createStoreMessages.brand,
    fields: ['themeId', 'logo', 'favicon', 'primaryColour', 'textColour'],
  },
  { name: 'access', title: createStoreMessages.access, fields: ['access', 'allowedEmailDomains'] },
  { name: 'admin', title: createStoreMessages.firstAdmin, fields: ['adminName', 'adminEmail'] },
  { name: 'review', title: createStoreMessages.review, fields: [] },
] as const

const templateFields = {
  // None is made from here: one without anything is no template.
  templateId: optional(
    reference(createStoreMessages.template, { ...stores, writes: [] }, { hint: say.templateHint }),
  ),
  sections: {
    ...list(createStoreMessages.copyFromTemplate, {
      max: 20,
      options: Object.fromEntries(
        storeSectionNames.map((name) => [name, storeSections[name].label]),
      ),
    }),
    initial: storeSectionNames.filter((name) => storeSections[name].initial),
  },
}

const all: Fields = { ...stores.fields, ...templateFields }

export const createStoreFields: Fields = Object.fromEntries(
  createStoreSteps
    .flatMap(({ fields }): readonly string[] => fields)
    .flatMap((name) => (all[name] ? [[name, all[name]]] : [])),
)

export const createStoreValues = (): Values => initialValues({ fields: createStoreFields })

export const createStoreReferences: readonly string[] = Object.keys(createStoreFields).filter(
  (name) => createStoreFields[name]?.to,
)

/** The fields as they are checked; what a template fills that is not known may stay empty. */
const fieldsFor = (values: Values, template: StoreTemplate | null): Fields =>
  Object.fromEntries(
    Object.entries(createStoreFields).map(([name, field]) => [
      name,
      isCopied(values, name) && !isHeld(template, values) ? optional(field) : field,
    ]),
  )

/** One message per field that is wrong. `inherited` are the platform's defaults, by field; `template` is what the boxes hold. */
export function createStoreErrors(
  values: Values,
  inherited: Values,
  template: StoreTemplate | null = null,
): FieldErrors {
  const errors = formErrors(fieldsFor(values, template), values)
  if (errors['primaryColour'] || errors['textColour']) return errors
  const colour = (name: string) => {
    const unknown = isCopied(values, name) && !isHeld(template, values)
    const value = values[name] ?? (unknown ? null : inherited[name])
    // Defaults come from the platform, and what is no colour has no contrast.
    return typeof value === 'string' && !fieldError(stores.fields.primaryColour, value)
      ? value
      : undefined
  }
  const [primary, text] = [colour('primaryColour'), colour('textColour')]
  const typed = Boolean(values['primaryColour'] ?? values['textColour'])
  return typed && primary && text && contrastOf(primary, text) < leastContrast
    ? { ...errors, textColour: say.contrast(leastContrast) }
    : errors
}

/** A code made of a name: its letters and digits, the rest as hyphens; null when too little is left. */
export function suggestedCode(name: unknown): string | null {
  const code = codeFrom(inputText(name), stores.fields.code)
  return code.length < 2 ? null : code
}

/** The values after one was typed: code follows name, subdomain code, and the template fills what nobody typed. */
export function withTyped(
  values: Values,
  field: string,
  value: unknown,
  template: StoreTemplate | null = null,
): Values {
  const next = { ...values, [field]: value }
  if (field === 'name' && values['code'] === suggestedCode(values['name']))
    next['code'] = suggestedCode(value)
  if (field !== 'subdomain' && values['subdomain'] === values['code'])
    next['subdomain'] = next['code']
  return withTemplateOf(createStoreValues(), values, next, template)
}

/** The values of a form that was sent without script: the subdomain follows the code until its step was open. */
export function withFollowers(values: Values, reached: number): Values {
  const ahead: readonly string[] = createStoreSteps
    .slice(reached + 1)
    .flatMap(({ fields }): readonly string[] => fields)
  return ahead.includes('subdomain') ? { ...values, subdomain: values['code'] } : values
}
