import { describe, expect, test } from 'vitest'
import { list, optional, reference, text } from '#shared/engine/fields/fields.ts'
import { isSameValue } from '#shared/engine/fields/formValues.ts'
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
import { memoryPlatform } from '#tests/support/servers/memoryPlatform.ts'

const fields = {
  name: text('Name', { max: 40 }),
  organisationId: optional(reference('Organization', 'organisations')),
}
const stamp = { id: 1, version: 1, createdAt: '', createdBy: '', updatedAt: '', updatedBy: '' }
const acme = { id: 7, label: 'Acme' }

const folded = (text: string | null | undefined) =>
  (text ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()

/** A platform with these records, which finds by a whole label and by a part of it. */
function platformOf(resource: string, ...records: Record<string, string>[]) {
  const platform = memoryPlatform()
  const data = records.map((record, at): AnyRecord => ({ ...stamp, id: at + 1, ...record }))
  platform.replies.set(`GET /${resource}`, ({ search }) => {
    const label = resources.find(({ name }) => name === resource)?.label ?? 'name'
    const [whole, part] = [search?.get(`filter[${label}][eq]`), search?.get('search')]
    const found = data.filter(({ [label]: name }) =>
      whole ? name === whole : folded(String(name)).includes(folded(part)),
    )
    return {
      status: 200,
      body: {
        data: found,
        page: { next: null, previous: null, total: found.length, totalIsCapped: false },
      },
    }
  })
  return platform
}

test('of records that a text may mean, those come first whose label begins with it', async () => {
  const names = ['Gift store', 'Store Oslo', 'store Turin', 'The store']
  const { api } = platformOf('stores', ...names.map((name) => ({ name })))
  const found = await searchOptions(api, toReferenceTarget(stores), 'Störe')
  expect(found.map(({ label }) => label)).toEqual([
    'Store Oslo',
    'store Turin',
    'Gift store',
    'The store',
  ])
})

describe('a reference in a form', () => {
  test('is the other record, by its id and what that is called', () => {
    const record = { ...stamp, name: 'Shop', organisationId: 7, labels: { organisationId: 'Acme' } }
    expect(toFormValues(fields, record)).toEqual({ name: 'Shop', organisationId: acme })
    expect(toFormValues(fields, { ...stamp, name: 'Shop', organisationId: null })).toEqual({
      name: 'Shop',
      organisationId: null,
    })
  })

  test('is the same one when its name changes', () => {
    expect(isSameValue(acme, { id: 7, label: 'Acme Europe' })).toBe(true)
    expect(isSameValue(acme, { id: 8, label: 'Acme' })).toBe(false)
    expect(isSameValue(acme, 'Acme')).toBe(false)
  })

  test.each([
    ['picked', { organisationId: '7', label: 'Acme', text: 'Acme' }, acme],
    ['sent alone', { organisationId: '7' }, { id: 7, label: '7' }],
    ['typed over', { organisationId: '7', label: 'Acme', text: 'Acm' }, 'Acm'],
    ['typed', { organisationId: '', label: '', text: ' Acme ' }, 'Acme'],
    ['emptied', { organisationId: '7', label: 'Acme', text: '' }, null],
    ['no id', { organisationId: 'x', label: 'Acme', text: 'Acme' }, 'Acme'],
  ])('%s is read from what was sent', (_, { organisationId, ...beside }, value) => {
    const form = new FormData()
    form.set('organisationId', organisationId)
    for (const [name, sent] of Object.entries(beside)) form.set(`organisationId.${name}`, sent)
    expect(parseFormData(fields, form)).toEqual({ organisationId: value })
  })

  test('of several inputs the last id counts: one of several is picked beside the text', () => {
    const form = new FormData()
    for (const id of ['', '7']) form.append('organisationId', id)
    form.set('organisationId.label', 'Acme')
    form.set('organisationId.text', 'Acme')
    expect(parseFormData(fields, form)).toEqual({ organisationId: acme })
  })

  test('several of a set stand in the order in which their boxes are sent', () => {
    const sizes = {
      sizes: list('Sizes', { max: 2, options: { s: 'Small', m: 'Medium', l: 'Large' } }),
    }
    const record = { ...stamp, sizes: ['l', 's'] }
    expect(toFormValues(sizes, record)).toEqual({ sizes: ['s', 'l'] })
    expect(toFormValues({ sizes: list('Sizes', { max: 2 }) }, record)).toEqual({
      sizes: ['l', 's'],
    })
  })

  test('is checked as text, and required where its field is', () => {
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

const referring = resources.flatMap((resource) =>
  Object.entries({ ...resource.fields, ...resource.derived }).flatMap(([name, field]) =>
    field.kind === 'reference' ? [{ name, resource, field, title: resource.name }] : [],
  ),
)

describe.each(referring)('$title: $name', ({ name, field, resource }) => {
  const other = getReferenceTarget(field) ?? toReferenceTarget(stores)
  const fields = { [name]: field }
  const [told = 'code'] = Object.keys(other.disambiguatingFields ?? {})
  const twins = [
    { [other.label]: 'Acme', [told]: 'acme-one' },
    { [other.label]: 'Acme', [told]: 'acme-two' },
  ]

  test('what tells equals apart are fields of the other resource', () => {
    const known = resources.find((one) => one.name === other.name)
    expect(Object.keys(other.disambiguatingFields ?? {}).length).toBeGreaterThan(0)
    for (const tells of Object.keys(other.disambiguatingFields ?? {}))
      expect(known && getField(known, tells)).toBeDefined()
    expect(getField(resource, name)).toBe(field)
  })

  test('a name that one has is that one, whatever its case and accents', async () => {
    const { api, requests } = platformOf(
      other.name,
      { [other.label]: 'Acme Europe' },
      { [other.label]: 'Acmé' },
    )
    for (const typed of ['Acmé', 'acme'])
      expect((await resolveReferences(api, fields, { [name]: typed })).values).toEqual({
        [name]: { id: 2, label: 'Acmé' },
      })
    expect(requests[0]?.search?.get(`filter[${other.label}][eq]`)).toBe('Acmé')
  })

  test('a name that several have is refused with the choice', async () => {
    const { api } = platformOf(other.name, ...twins)
    const { values, errors, choices } = await resolveReferences(api, fields, { [name]: 'Acme' })
    expect(values).toEqual({ [name]: 'Acme' })
    expect(errors).toEqual({
      [name]: `${field.label}: 2 records are named "Acme". Choose one of them.`,
    })
    const offered = choices[name] ?? []
    expect(offered.map(({ value }) => value)).toEqual(['1', '2'])
    expect(new Set(offered.map(({ label, detail: tells }) => `${label} ${tells}`)).size).toBe(2)
  })

  test('a name that none has is refused', async () => {
    const { api } = platformOf(other.name, { name: 'Acme Europe' })
    const { errors, choices } = await resolveReferences(api, fields, { [name]: 'Acme' })
    expect(errors).toEqual({ [name]: `${field.label}: we found nothing named "Acme"` })
    expect(choices).toEqual({})
  })

  test('the one that was picked is sent by its id, and nothing is asked', async () => {
    const { api, requests } = platformOf(other.name, ...twins)
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

test('what is of a store is found in the one beside it, as soon as that is known', async () => {
  const both = {
    memberId: reference('Member', 'members', { storeField: 'storeId' }),
    storeId: reference('Store', 'stores'),
  }
  const platform = platformOf('stores', { name: 'Leipzig' }, { name: 'Torino' })
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

describe('a choice of records', () => {
  const organizations = toReferenceTarget(organisations, { disambiguatingFields: ['contactEmail'] })

  test('says of each what tells it from the others, and the id where that is nothing', () => {
    const named = (id: number, contactEmail: string) => ({
      ...stamp,
      id,
      name: 'Acme',
      contactEmail,
    })
    expect(
      toReferenceOptions(organizations, [named(1, 'a'), named(2, 'b'), named(3, 'b')]),
    ).toEqual([
      { value: '1', label: 'Acme', detail: 'a' },
      { value: '2', label: 'Acme', detail: 'b · ID 2' },
      { value: '3', label: 'Acme', detail: 'b · ID 3' },
    ])
  })

  test('of which there may be more than a page leaves an inexact name alone', async () => {
    const { api, replies } = platformOf('organisations')
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

describe('design.md, "References": they name their target, whose definition says the rest', () => {
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
      label: definition?.label,
      sort: definition?.sort,
      title: definition?.title,
    })
    expect(Object.keys(target?.disambiguatingFields ?? {})).toEqual(
      disambiguatingFields ?? definition?.disambiguatingFields ?? [],
    )
    if (!definition || !target?.reading) return
    expect(getOfferedPanels(definition)).toContain('record')
    expect(`${target.reading.address}=5`).toBe(getRecordUrl(definition, { id: 5 }))
    expect(target.reading.permission).toBe(definition.permission)
  })

  test('a name that no definition has is an error', () => {
    expect(() => getReferenceTarget(reference('Thing', { name: 'things' }))).toThrow('things')
  })

  test('the list of names is that of the definitions', () => {
    expect([...resourceNames]).toEqual(resources.map(({ name }) => name))
  })
})
