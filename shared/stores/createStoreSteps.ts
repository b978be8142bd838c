import { contrastOf, leastContrast } from '../contrast.ts'
import { createStoreMessages } from './createStoreMessages.ts'
import { list, optional, reference } from '../fields.ts'
import { inputText, sameValue } from '../formValues.ts'
import { formFields } from '../references.ts'
import type { Fields } from '../resource.ts'
import { stores } from '../resources/stores.ts'
import { fieldsOfSections, storeSectionNames, storeSections } from './storeSections.ts'
import { errorsIn, fieldError, initialValues } from '../validation.ts'
import type { FieldErrors } from '../validation.ts'

type Values = Record<string, unknown>

const say = createStoreMessages

/** The steps of the wizard and the fields each asks for (screens.md, Create store). */
export const createStoreSteps = [
  {
    name: 'identity',
    title: 'Identity',
    fields: ['name', 'code', 'organisationId', 'type', 'plan', 'templateId', 'sections'],
  },
  { name: 'domain', title: 'Domain', fields: ['subdomain', 'domain'] },
  {
    name: 'locale',
    title: 'Locale and money',
    fields: ['defaultLocale', 'locales', 'defaultCurrency', 'currencies', 'timeZone', 'country'],
  },
  {
    name: 'brand',
    title: 'Brand',
    fields: ['themeId', 'logoUrl', 'primaryColour', 'textColour'],
  },
  { name: 'access', title: 'Access', fields: ['access', 'allowedEmailDomains'] },
  { name: 'admin', title: 'First admin', fields: ['adminName', 'adminEmail'] },
  { name: 'review', title: 'Review', fields: [] },
] as const
export type CreateStoreStep = (typeof createStoreSteps)[number]['name']

/** Fields of a store that no step asks for: its page has them, and a store does without. */
export const leftForLater = [
  'tags',
  'supportEmail',
  'notes',
] as const satisfies readonly (keyof typeof stores.fields)[]

/** What the wizard asks besides the store's own fields: the store to begin with, and what of it. */
const templateFields = {
  templateId: optional(reference('Template store', stores, { hint: say.templateHint })),
  sections: {
    ...list('Copy from the template', {
      max: 20,
      options: Object.fromEntries(
        storeSectionNames.map((name) => [name, storeSections[name].label]),
      ),
    }),
    initial: storeSectionNames.filter((name) => storeSections[name].initial),
  },
}

const all: Fields = { ...stores.fields, ...templateFields }

/** Every field of the wizard, in its order. */
export const createStoreFields: Fields = Object.fromEntries(
  createStoreSteps
    .flatMap(({ fields }): readonly string[] => fields)
    .flatMap((name) => (all[name] ? [[name, all[name]]] : [])),
)

/** What the wizard starts with. */
export const createStoreValues = (): Values => initialValues({ fields: createStoreFields })

/** Whether an empty field takes the template's value: one is named, and the section of the field is chosen. */
export const isCopied = (values: Values, name: string): boolean =>
  inputText(values['templateId']) !== '' && fieldsOfSections(sectionsIn(values)).includes(name)

/** The sections chosen, without words that name none. */
export const sectionsIn = ({ sections }: Values) =>
  storeSectionNames.filter((name) => Array.isArray(sections) && sections.includes(name))

/** The fields as a form holds them; what the template fills may stay empty. */
export const fieldsFor = (values: Values): Fields =>
  Object.fromEntries(
    Object.entries(formFields(createStoreFields)).map(([name, field]) => [
      name,
      isCopied(values, name) ? optional(field) : field,
    ]),
  )

/** One message per field that is wrong. `inherited` are the platform's defaults, by field. */
export function createStoreErrors(values: Values, inherited: Values): FieldErrors {
  const errors = errorsIn(fieldsFor(values), values)
  if (errors['primaryColour'] || errors['textColour']) return errors
  const colour = (name: string) => {
    const value = values[name] ?? (isCopied(values, name) ? null : inherited[name])
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
  const code = inputText(name)
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, stores.fields.code.max)
    .replace(/-$/, '')
  return code.length < 2 ? null : code
}

/**
 * The values after one was typed. Until somebody types them, the code follows the name and the subdomain the code. A
 * choice that stands at what a new store starts with gives way to the template, and comes back without it.
 */
export function withTyped(values: Values, field: string, value: unknown): Values {
  const next = { ...values, [field]: value }
  if (field === 'name' && values['code'] === suggestedCode(values['name']))
    next['code'] = suggestedCode(value)
  if (field !== 'subdomain' && values['subdomain'] === values['code'])
    next['subdomain'] = next['code']
  for (const [name, { initial }] of choices) {
    const [before, after] = [isCopied(values, name), isCopied(next, name)]
    if (!before && after && sameValue(next[name], initial)) next[name] = null
    if (before && !after && next[name] === null) next[name] = initial
  }
  return next
}

/**
 * The values of a form that was sent without script, on the way to steps that were not open yet: what `withTyped` does
 * while it is typed.
 */
export function withFollowers(values: Values, reached: number): Values {
  const ahead: readonly string[] = createStoreSteps
    .slice(reached + 1)
    .flatMap(({ fields }): readonly string[] => fields)
  const next = { ...values }
  if (ahead.includes('subdomain')) next['subdomain'] = values['code']
  for (const [name, { initial }] of choices) {
    if (ahead.includes(name)) next[name] = isCopied(values, name) ? null : initial
    else if (!isCopied(values, name)) next[name] ??= initial
  }
  return next
}

/** The fields of a store that start with a choice. */
const choices = Object.entries(stores.fields).filter(
  ([name, { kind, initial }]) =>
    kind === 'select' && initial !== undefined && name in createStoreFields,
)
