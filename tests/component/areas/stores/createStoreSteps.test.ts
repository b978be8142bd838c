import { getReferenceTarget } from '#shared/engine/fields/referenceTarget.ts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  validateWizardValues,
  createStoreFields,
  createStoreSteps,
  getInitialWizardValues,
  suggestCode,
  withDerivedSubdomain,
  withInputAndDerivedValues,
} from '#client/areas/stores/create/wizardSteps.ts'
import {
  fillTemplateValues,
  getFieldsToFill,
  isFilledByTemplate,
} from '#client/areas/stores/create/templateValues.ts'
import { patterns } from '#shared/engine/fields/patterns.ts'
import { storeFieldPlaces, storeFields } from '#shared/areas/stores/storeFieldPlaces.ts'
import { stores } from '#shared/areas/stores/stores.ts'

type Values = Record<string, unknown>

const acme = { id: 5, label: 'Acme' }

/** Fields that no step asks for, because the store's page has them. */
const deferredFields = storeFields.filter((name) => storeFieldPlaces[name].step === null)

const stepFields = createStoreSteps.flatMap(({ fields }): readonly string[] => fields)
const inherited = { primaryColour: '#3730a3', textColour: '#ffffff' }

/** Returns a new wizard's values after entering these, one after the other. */
const enterValues = (...entries: [string, unknown][]): Values =>
  entries.reduce(
    (values, [field, value]) => withInputAndDerivedValues(values, field, value),
    getInitialWizardValues(),
  )

describe('Create store steps', () => {
  test("ask once for every store field, except those left to the store's page", () => {
    const own = stepFields.filter((name) => name !== 'templateId' && name !== 'sections')
    expect([...own, ...deferredFields].toSorted()).toEqual(Object.keys(stores.fields).toSorted())
    expect(new Set(stepFields).size).toBe(stepFields.length)
  })

  test('leave out no required field', () => {
    expect(deferredFields.filter((name) => stores.fields[name].required)).toEqual([])
  })

  test('define every field they name', () => {
    expect(Object.keys(createStoreFields)).toEqual(stepFields)
  })

  test('let operators create an organization, but not a template', () => {
    const { organisationId, templateId } = createStoreFields
    expect(organisationId && getReferenceTarget(organisationId)?.creation).toBeDefined()
    expect(templateId && getReferenceTarget(templateId)).not.toHaveProperty('creation')
  })

  test('start with values for all required fields but name, code, and subdomain', () => {
    expect(Object.keys(validateWizardValues(getInitialWizardValues(), inherited))).toEqual([
      'name',
      'code',
      'subdomain',
    ])
  })
})

describe('Suggested store codes', () => {
  test.each([
    ['Café Müller & Söhne', 'cafe-muller-sohne'],
    ['  Acme  ', 'acme'],
    ['3M', '3m'],
    ['Ω', null],
    ['A', null],
    [null, null],
  ])('suggests for %j the code %j', (name, code) => {
    expect(suggestCode(name)).toBe(code)
  })

  test('every suggested code is valid', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (name) => {
        const code = suggestCode(name)
        expect(code === null || patterns.code.matches.test(code)).toBe(true)
      }),
    )
  })
})

describe('Derived wizard values', () => {
  test('the code follows the name, and the subdomain follows the code', () => {
    expect(enterValues(['name', 'Acme Shop'])).toMatchObject({
      code: 'acme-shop',
      subdomain: 'acme-shop',
    })
    expect(enterValues(['name', 'Acme'], ['code', 'acme-1'], ['name', 'Acme Shop'])).toMatchObject({
      code: 'acme-1',
      subdomain: 'acme-1',
    })
    expect(enterValues(['name', 'Acme'], ['subdomain', 'shop'], ['code', 'acme-1'])).toMatchObject({
      code: 'acme-1',
      subdomain: 'shop',
    })
  })

  test('a template clears the default choices, and removing it restores them', () => {
    const templated = enterValues(['country', 'DE'], ['templateId', acme])
    expect(templated).toMatchObject({ type: null, defaultCurrency: null, country: 'DE' })
    expect(validateWizardValues(templated, inherited)).not.toHaveProperty('defaultCurrency')
    expect(withInputAndDerivedValues(templated, 'templateId', null)).toMatchObject({
      type: 'mixed',
      defaultCurrency: 'USD',
      country: 'DE',
    })
    expect(withInputAndDerivedValues(templated, 'sections', ['brand'])).toMatchObject({
      type: 'mixed',
      defaultCurrency: 'USD',
    })
  })

  test('a template fills only the fields of the selected sections', () => {
    const values = enterValues(['templateId', acme], ['sections', ['brand']])
    expect(stepFields.filter((name) => isFilledByTemplate(values, name))).toEqual([
      'themeId',
      'logo',
      'favicon',
      'primaryColour',
      'textColour',
    ])
  })

  test('a form sent without scripts derives the values of steps that were not open yet', () => {
    const formValues = { ...getInitialWizardValues(), code: 'acme' }
    expect(withDerivedSubdomain(formValues, 0)).toMatchObject({ subdomain: 'acme' })
    expect(withDerivedSubdomain({ ...formValues, subdomain: 'shop' }, 6)).toMatchObject({
      subdomain: 'shop',
    })
  })
})

describe('Template values', () => {
  const template = {
    id: 5,
    values: { plan: 'starter', country: 'SE', locales: ['sv-SE'], logo: null },
  }
  const other = { id: 6, values: { ...template.values, plan: 'enterprise' } }
  const initialValues = enterValues(['name', 'New'], ['country', 'DE'], ['templateId', acme])
  const filled = fillTemplateValues(
    initialValues,
    getFieldsToFill(initialValues, template),
    template,
  )

  test('fill the fields that the operator left alone', () => {
    expect(filled).toMatchObject({ plan: 'starter', locales: ['sv-SE'], country: 'DE' })
  })

  test('disappear with the template or its section, while entered values stay', () => {
    for (const cleared of [
      withInputAndDerivedValues(filled, 'templateId', null, template),
      withInputAndDerivedValues(filled, 'sections', ['brand'], template),
    ])
      expect(cleared).toMatchObject({ plan: 'growth', locales: [], country: 'DE', name: 'New' })
    const unselected = withInputAndDerivedValues(filled, 'sections', ['brand'], template)
    expect(withInputAndDerivedValues(unselected, 'sections', ['general'], template)).toMatchObject({
      plan: 'starter',
    })
  })

  test('are replaced by those of another template', () => {
    const next = withInputAndDerivedValues(filled, 'templateId', { id: 6, label: 'Acme' }, template)
    expect(next).toMatchObject({ plan: null, country: 'DE' })
    expect(fillTemplateValues(next, getFieldsToFill(next, other), other)).toMatchObject({
      plan: 'enterprise',
    })
  })

  test('are required again where the operator cleared a required field', () => {
    const incomplete = { ...filled, plan: null, code: 'new', subdomain: 'new' }
    expect(validateWizardValues(incomplete, inherited)).not.toHaveProperty('plan')
    expect(validateWizardValues(incomplete, inherited, template)).toHaveProperty('plan')
  })
})

describe('Color contrast of at least 4.5:1', () => {
  const getContrastError = (colors: Values, others: Values = {}) =>
    validateWizardValues({ ...getInitialWizardValues(), ...others, ...colors }, inherited)[
      'textColour'
    ]

  test('rejects too little contrast, and accepts enough', () => {
    expect(getContrastError({ primaryColour: '#ffcc00', textColour: '#ffffff' })).toMatch(
      /at least 4.5/,
    )
    expect(getContrastError({ primaryColour: '#ffcc00', textColour: '#111111' })).toBeUndefined()
  })

  test('an empty color counts as the platform default', () => {
    expect(getContrastError({ primaryColour: '#ffcc00' })).toMatch(/at least 4.5/)
    expect(getContrastError({ textColour: '#000000' })).toMatch(/at least 4.5/)
    expect(getContrastError({})).toBeUndefined()
  })

  test('a color that the template fills is not checked', () => {
    const template = { templateId: acme, sections: ['brand'] }
    expect(getContrastError({ primaryColour: '#ffcc00' }, template)).toBeUndefined()
  })
})
