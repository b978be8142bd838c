import { getReferenceTarget } from '#shared/engine/fields/referenceTarget.ts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  validateWizardValues,
  createStoreFields,
  createStoreSteps,
  getInitialWizardValues,
  suggestCode,
  withDerivedValues,
  withInput,
} from '#client/areas/stores/create/wizardSteps.ts'
import {
  fillTemplateValues,
  getTemplateFields,
  isFromTemplate,
} from '#client/areas/stores/create/templateValues.ts'
import { patterns } from '#shared/engine/fields/patterns.ts'
import { stores } from '#shared/areas/stores/stores.ts'

type Values = Record<string, unknown>

const acme = { id: 5, label: 'Acme' }

/** Fields of a store that no step asks for: its page has them, and a store does without. */
const leftForLater = [
  'smtpSettingsId',
  'tags',
  'supportEmail',
  'notes',
] as const satisfies readonly (keyof typeof stores.fields)[]

const asked = createStoreSteps.flatMap(({ fields }): readonly string[] => fields)
const inherited = { primaryColour: '#3730a3', textColour: '#ffffff' }

/** What is typed one after the other into a new wizard. */
const typing = (...typed: [string, unknown][]): Values =>
  typed.reduce(
    (values, [field, value]) => withInput(values, field, value),
    getInitialWizardValues(),
  )

describe('the steps', () => {
  test('ask for every field of a store once, but for those that its page has', () => {
    const own = asked.filter((name) => name !== 'templateId' && name !== 'sections')
    expect([...own, ...leftForLater].toSorted()).toEqual(Object.keys(stores.fields).toSorted())
    expect(new Set(asked).size).toBe(asked.length)
  })

  test('leave out nothing that a store needs', () => {
    expect(leftForLater.filter((name) => stores.fields[name].required)).toEqual([])
  })

  test('know every field they name', () => {
    expect(Object.keys(createStoreFields)).toEqual(asked)
  })

  test('offer no new store as a template', () => {
    const { organisationId, templateId } = createStoreFields
    expect(organisationId && getReferenceTarget(organisationId)?.creation).toBeDefined()
    expect(templateId && getReferenceTarget(templateId)).not.toHaveProperty('creation')
  })

  test('begin with values that lack only what must be typed', () => {
    expect(Object.keys(validateWizardValues(getInitialWizardValues(), inherited))).toEqual([
      'name',
      'code',
      'subdomain',
    ])
  })
})

describe('a code made of a name', () => {
  test.each([
    ['Café Müller & Söhne', 'cafe-muller-sohne'],
    ['  Acme  ', 'acme'],
    ['3M', '3m'],
    ['Ω', null],
    ['A', null],
    [null, null],
  ])('of %j is %j', (name, code) => {
    expect(suggestCode(name)).toBe(code)
  })

  test('is always one that its rule takes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (name) => {
        const code = suggestCode(name)
        expect(code === null || patterns.code.matches.test(code)).toBe(true)
      }),
    )
  })
})

describe('what follows what is typed', () => {
  test('the code follows the name, and the subdomain the code', () => {
    expect(typing(['name', 'Acme Shop'])).toMatchObject({
      code: 'acme-shop',
      subdomain: 'acme-shop',
    })
    expect(typing(['name', 'Acme'], ['code', 'acme-1'], ['name', 'Acme Shop'])).toMatchObject({
      code: 'acme-1',
      subdomain: 'acme-1',
    })
    expect(typing(['name', 'Acme'], ['subdomain', 'shop'], ['code', 'acme-1'])).toMatchObject({
      code: 'acme-1',
      subdomain: 'shop',
    })
  })

  test('a choice nobody made gives way to a template, and comes back without it', () => {
    const templated = typing(['country', 'DE'], ['templateId', acme])
    expect(templated).toMatchObject({ type: null, defaultCurrency: null, country: 'DE' })
    expect(validateWizardValues(templated, inherited)).not.toHaveProperty('defaultCurrency')
    expect(withInput(templated, 'templateId', null)).toMatchObject({
      type: 'mixed',
      defaultCurrency: 'USD',
      country: 'DE',
    })
    expect(withInput(templated, 'sections', ['brand'])).toMatchObject({
      type: 'mixed',
      defaultCurrency: 'USD',
    })
  })

  test('a template fills the fields of the sections chosen, and no others', () => {
    const values = typing(['templateId', acme], ['sections', ['brand']])
    expect(asked.filter((name) => isFromTemplate(values, name))).toEqual([
      'themeId',
      'logo',
      'favicon',
      'primaryColour',
      'textColour',
    ])
  })

  test('a form sent without script is followed on the steps that were not open yet', () => {
    const sent = { ...getInitialWizardValues(), code: 'acme' }
    expect(withDerivedValues(sent, 0)).toMatchObject({ subdomain: 'acme' })
    expect(withDerivedValues({ ...sent, subdomain: 'shop' }, 6)).toMatchObject({
      subdomain: 'shop',
    })
  })
})

describe('what a template holds', () => {
  const template = {
    id: 5,
    values: { plan: 'starter', country: 'SE', locales: ['sv-SE'], logo: null },
  }
  const other = { id: 6, values: { ...template.values, plan: 'enterprise' } }
  const begun = typing(['name', 'New'], ['country', 'DE'], ['templateId', acme])
  const holding = fillTemplateValues(begun, getTemplateFields(begun, template), template)

  test('fills what nobody typed', () => {
    expect(holding).toMatchObject({ plan: 'starter', locales: ['sv-SE'], country: 'DE' })
  })

  test('goes with the template, and with its section; what was typed stays', () => {
    for (const gone of [
      withInput(holding, 'templateId', null, template),
      withInput(holding, 'sections', ['brand'], template),
    ])
      expect(gone).toMatchObject({ plan: 'growth', locales: [], country: 'DE', name: 'New' })
    const again = withInput(holding, 'sections', ['brand'], template)
    expect(withInput(again, 'sections', ['general'], template)).toMatchObject({ plan: 'starter' })
  })

  test('gives way to another template', () => {
    const next = withInput(holding, 'templateId', { id: 6, label: 'Acme' }, template)
    expect(next).toMatchObject({ plan: null, country: 'DE' })
    expect(fillTemplateValues(next, getTemplateFields(next, other), other)).toMatchObject({
      plan: 'enterprise',
    })
  })

  test('that is emptied is required where a store needs it', () => {
    const emptied = { ...holding, plan: null, code: 'new', subdomain: 'new' }
    expect(validateWizardValues(emptied, inherited)).not.toHaveProperty('plan')
    expect(validateWizardValues(emptied, inherited, template)).toHaveProperty('plan')
  })
})

describe('colours with a contrast check of 4.5:1', () => {
  const errorWith = (colours: Values, others: Values = {}) =>
    validateWizardValues({ ...getInitialWizardValues(), ...others, ...colours }, inherited)[
      'textColour'
    ]

  test('too little is refused, enough is not', () => {
    expect(errorWith({ primaryColour: '#ffcc00', textColour: '#ffffff' })).toMatch(/at least 4.5/)
    expect(errorWith({ primaryColour: '#ffcc00', textColour: '#111111' })).toBeUndefined()
  })

  test('a colour left empty counts as the platform default', () => {
    expect(errorWith({ primaryColour: '#ffcc00' })).toMatch(/at least 4.5/)
    expect(errorWith({ textColour: '#000000' })).toMatch(/at least 4.5/)
    expect(errorWith({})).toBeUndefined()
  })

  test('a colour that the template fills is not known here', () => {
    const template = { templateId: acme, sections: ['brand'] }
    expect(errorWith({ primaryColour: '#ffcc00' }, template)).toBeUndefined()
  })
})
