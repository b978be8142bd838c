import { describe, expect, test } from 'vitest'
import { list, optional, reference, text } from '#shared/engine/fields/fields.ts'
import { isSameFieldValue } from '#shared/engine/fields/formValues.ts'
import {
  validateForm,
  toFormValues,
  searchOptions,
  toReferenceOptions,
  resolveReferences,
  toReferenceIds,
} from '#shared/engine/fields/references.ts'
import { getOfferedPanels } from '#shared/engine/panels.ts'
import { getRecordUrl } from '#shared/engine/recordLink.ts'
import { getField } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { parseFormData } from '#shared/engine/fields/parseFormData.ts'
import { resources } from '#shared/areas/index.ts'
import { organisations } from '#shared/areas/stores/organisations.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { getReferenceTarget, toReferenceTarget } from '#shared/engine/fields/referenceTarget.ts'
import { getResource } from '#shared/engine/resourceRegistry.ts'
import { resourceNames } from '#shared/resourceNames.ts'
import { createMemoryPlatform } from '#tests/support/servers/memoryPlatform.ts'

const fields = {
  name: text('Name', { max: 40 }),
  organisationId: optional(reference('Organization', 'organisations')),
}
const stamp = { id: 1, version: 1, createdAt: '', createdBy: '', updatedAt: '', updatedBy: '' }
const acme = { id: 7, label: 'Acme' }

const foldText = (text: string | null | undefined) =>
  (text ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()

/** Creates a platform with these records, which it finds by whole and partial labels. */
function createPlatform(resource: string, ...records: Record<string, string>[]) {
  const platform = createMemoryPlatform()
  const data = records.map((record, at): AnyRecord => ({ ...stamp, id: at + 1, ...record }))
  platform.replies.set(`GET /${resource}`, ({ search }) => {
    const label = resources.find(({ name }) => name === resource)?.relations.label ?? 'name'
    const [whole, part] = [search?.get(`filter[${label}][eq]`), search?.get('search')]
    const matches = data.filter(({ [label]: name }) =>
      whole ? name === whole : foldText(String(name)).includes(foldText(part)),
    )
    return {
      status: 200,
      body: {
        data: matches,
        page: { next: null, previous: null, total: matches.length, totalIsCapped: false },
      },
    }
  })
  return platform
}

test('a search lists records first whose label starts with the text', async () => {
  const names = ['Gift store', 'Store Oslo', 'store Turin', 'The store']
  const { api } = createPlatform('stores', ...names.map((name) => ({ name })))
  const options = await searchOptions(api, toReferenceTarget(stores), 'Störe')
  expect(options.map(({ label }) => label)).toEqual([
    'Store Oslo',
    'store Turin',
    'Gift store',
    'The store',
  ])
})

describe('A reference in a form', () => {
  test("has the other record's ID and label", () => {
    const record = { ...stamp, name: 'Shop', organisationId: 7, labels: { organisationId: 'Acme' } }
    expect(toFormValues(fields, record)).toEqual({ name: 'Shop', organisationId: acme })
    expect(toFormValues(fields, { ...stamp, name: 'Shop', organisationId: null })).toEqual({
      name: 'Shop',
      organisationId: null,
    })
  })

  test("is the same when the other record's name changes", () => {
    expect(isSameFieldValue(acme, { id: 7, label: 'Acme Europe' })).toBe(true)
    expect(isSameFieldValue(acme, { id: 8, label: 'Acme' })).toBe(false)
    expect(isSameFieldValue(acme, 'Acme')).toBe(false)
  })

  test.each([
    ['a selected record', { organisationId: '7', label: 'Acme', text: 'Acme' }, acme],
    ['an ID without a label', { organisationId: '7' }, { id: 7, label: '7' }],
    ['a changed text', { organisationId: '7', label: 'Acme', text: 'Acm' }, 'Acm'],
    ['an entered text', { organisationId: '', label: '', text: ' Acme ' }, 'Acme'],
    ['a cleared text', { organisationId: '7', label: 'Acme', text: '' }, null],
    [
      'a text with an ID that is not valid',
      { organisationId: 'x', label: 'Acme', text: 'Acme' },
      'Acme',
    ],
  ])('is parsed from %s', (_, { organisationId, ...otherInputs }, value) => {
    const form = new FormData()
    form.set('organisationId', organisationId)
    for (const [name, text] of Object.entries(otherInputs)) form.set(`organisationId.${name}`, text)
    expect(parseFormData(fields, form)).toEqual({ organisationId: value })
  })

  test('uses the last ID of several inputs', () => {
    const form = new FormData()
    for (const id of ['', '7']) form.append('organisationId', id)
    form.set('organisationId.label', 'Acme')
    form.set('organisationId.text', 'Acme')
    expect(parseFormData(fields, form)).toEqual({ organisationId: acme })
  })

  test('lists the options of a list field in the order of their checkboxes', () => {
    const sizes = {
      sizes: list('Sizes', { max: 2, options: { s: 'Small', m: 'Medium', l: 'Large' } }),
    }
    const record = { ...stamp, sizes: ['l', 's'] }
    expect(toFormValues(sizes, record)).toEqual({ sizes: ['s', 'l'] })
    expect(toFormValues({ sizes: list('Sizes', { max: 2 }) }, record)).toEqual({
      sizes: ['l', 's'],
    })
  })

  test('is validated as text, and required if its field is', () => {
    expect(validateForm(fields, { name: 'Shop', organisationId: acme })).toEqual({})
    expect(validateForm(fields, { name: 'Shop', organisationId: 'x'.repeat(201) })).toHaveProperty(
      'organisationId',
    )
    const required = { organisationId: reference('Organization', 'organisations') }
    expect(validateForm(required, { organisationId: null })).toEqual({
      organisationId: 'Organization is a required field',
    })
  })
})

const referenceFields = resources.flatMap((resource) =>
  Object.entries({ ...resource.fields, ...resource.derived }).flatMap(([name, field]) =>
    field.kind === 'reference' ? [{ name, resource, field, title: resource.name }] : [],
  ),
)

describe.each(referenceFields)('$title: $name', ({ name, field, resource }) => {
  const other = getReferenceTarget(field) ?? toReferenceTarget(stores)
  const fields = { [name]: field }
  const [disambiguator = 'code'] = Object.keys(other.disambiguatingFields ?? {})
  const sameNames = [
    { [other.relations.label]: 'Acme', [disambiguator]: 'acme-one' },
    { [other.relations.label]: 'Acme', [disambiguator]: 'acme-two' },
  ]

  test('disambiguating fields are fields of the other resource', () => {
    const otherResource = resources.find((one) => one.name === other.name)
    expect(Object.keys(other.disambiguatingFields ?? {}).length).toBeGreaterThan(0)
    for (const fieldName of Object.keys(other.disambiguatingFields ?? {}))
      expect(otherResource && getField(otherResource, fieldName)).toBeDefined()
    expect(getField(resource, name)).toBe(field)
  })

  test('a name that one record has selects it, whatever its case and accents', async () => {
    const { api, requests } = createPlatform(
      other.name,
      { [other.relations.label]: 'Acme Europe' },
      { [other.relations.label]: 'Acmé' },
    )
    for (const typed of ['Acmé', 'acme'])
      expect((await resolveReferences(api, fields, { [name]: typed })).values).toEqual({
        [name]: { id: 2, label: 'Acmé' },
      })
    expect(requests[0]?.search?.get(`filter[${other.relations.label}][eq]`)).toBe('Acmé')
  })

  test('a name that several records have is rejected with a choice', async () => {
    const { api } = createPlatform(other.name, ...sameNames)
    const { values, errors, choices } = await resolveReferences(api, fields, { [name]: 'Acme' })
    expect(values).toEqual({ [name]: 'Acme' })
    expect(errors).toEqual({
      [name]: `${field.label}: 2 records are named "Acme". Choose one of them.`,
    })
    const offered = choices[name] ?? []
    expect(offered.map(({ value }) => value)).toEqual(['1', '2'])
    expect(new Set(offered.map(({ label, detail }) => `${label} ${detail}`)).size).toBe(2)
  })

  test('a name that no record has is rejected', async () => {
    const { api } = createPlatform(other.name, { name: 'Acme Europe' })
    const { errors, choices } = await resolveReferences(api, fields, { [name]: 'Acme' })
    expect(errors).toEqual({ [name]: `${field.label}: we found nothing named "Acme"` })
    expect(choices).toEqual({})
  })

  test('a selected record is sent by its ID, without a request', async () => {
    const { api, requests } = createPlatform(other.name, ...sameNames)
    const { values } = await resolveReferences(api, fields, { [name]: { id: 2, label: 'Acme' } })
    expect(toReferenceIds(values)).toEqual({ [name]: 2 })
    expect(toReferenceIds((await resolveReferences(api, fields, { [name]: null })).values)).toEqual(
      {
        [name]: null,
      },
    )
    expect(requests).toEqual([])
  })
})

test("a store's record is searched for in the store that the form names", async () => {
  const both = {
    memberId: reference('Member', 'members', { storeField: 'storeId' }),
    storeId: reference('Store', 'stores'),
  }
  const platform = createPlatform('stores', { name: 'Leipzig' }, { name: 'Torino' })
  const page = { next: null, previous: null, total: 1, totalIsCapped: false }
  platform.replies.set('GET /members', ({ search }) => {
    const storeId = Number(search?.get('filter[storeId][eq]'))
    return { status: 200, body: { data: [{ ...stamp, id: storeId * 10, name: 'Adam' }], page } }
  })
  const { values } = await resolveReferences(platform.api, both, {
    memberId: 'Adam',
    storeId: 'Torino',
  })
  expect(toReferenceIds(values)).toEqual({ memberId: 20, storeId: 2 })
})

describe('Reference options', () => {
  const organizations = toReferenceTarget(organisations, { disambiguatingFields: ['contactEmail'] })

  test('show the disambiguating fields, and the ID if those are equal', () => {
    const buildOrganization = (id: number, contactEmail: string) => ({
      ...stamp,
      id,
      name: 'Acme',
      contactEmail,
    })
    expect(
      toReferenceOptions(organizations, [
        buildOrganization(1, 'a'),
        buildOrganization(2, 'b'),
        buildOrganization(3, 'b'),
      ]),
    ).toEqual([
      { value: '1', label: 'Acme', detail: 'a' },
      { value: '2', label: 'Acme', detail: 'b · ID 2' },
      { value: '3', label: 'Acme', detail: 'b · ID 3' },
    ])
  })

  test('do not resolve an inexact name if there may be more pages', async () => {
    const { api, replies } = createPlatform('organisations')
    replies.set('GET /organisations', ({ search }) => ({
      status: 200,
      body: {
        data: search?.has('search') ? [{ ...stamp, name: 'ACME' }] : [],
        page: { next: 'more', previous: null, total: 200, totalIsCapped: false },
      },
    }))
    const { errors } = await resolveReferences(api, fields, { organisationId: 'Acme' })
    expect(errors).toHaveProperty('organisationId')
  })
})

describe('design.md, "References": they name their target, and its definition has the rest', () => {
  const all = resources.flatMap((resource) =>
    Object.entries({ ...resource.fields, ...resource.derived }).flatMap(([name, field]) =>
      field.target ? [[`${resource.name}.${name}`, field] as const] : [],
    ),
  )
  test.each(all)('%s', (_, field) => {
    const { name = '', disambiguatingFields } = field.target ?? {}
    const definition = getResource(name)
    expect(definition).toBeDefined()
    const target = getReferenceTarget(field)
    expect(target).toMatchObject({
      name,
      list: { sort: definition?.list.sort },
      relations: { label: definition?.relations.label },
      title: definition?.title,
    })
    expect(Object.keys(target?.disambiguatingFields ?? {})).toEqual(
      disambiguatingFields ?? definition?.relations.disambiguatingFields ?? [],
    )
    if (!definition || !target?.reading) return
    // The screen has a panel of its own.
    if (definition.list.defaultPanel === undefined)
      expect(getOfferedPanels(definition)).toContain('record')
    expect(`${target.reading.address}=5`).toBe(getRecordUrl(definition, { id: 5 }))
    expect(target.reading.permission).toBe(definition.permission)
  })

  test('an unknown target throws an error', () => {
    expect(() => getReferenceTarget(reference('Thing', { name: 'things' }))).toThrow('things')
  })

  test('the resource names are those of the definitions', () => {
    expect([...resourceNames]).toEqual(resources.map(({ name }) => name))
  })
})
