import { describe, expect, test } from 'vitest'
import { getKind } from '#shared/engine/fields/kinds.ts'
import { getDefaultSort } from '#shared/engine/list/listQuery.ts'
import { getOfferedPanels } from '#shared/engine/panels.ts'
import { getSharedPasteFields } from '#shared/engine/list/paste.ts'
import { permissions } from '#shared/permissions/permissions.ts'
import {
  getColumnHeading,
  getColumnLabel,
  getColumns,
  getField,
  getLabel,
  getSortableColumns,
} from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { getFormSections } from '#shared/engine/fields/sections.ts'
import { cognitoSetup } from '#shared/areas/cognito/cognitoSetup.ts'
import { resources } from '#shared/areas/index.ts'
import { getResource } from '#shared/engine/resourceRegistry.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { findRoute } from '#shared/navigation/routes.ts'
import {
  validateFields,
  validateField,
  getInitialValues,
} from '#shared/engine/fields/validation.ts'

const namedResources = resources.map((resource) => [resource.name, resource] as const)

/** The fields that make up a label without a field of its own. */
const labelParts: Record<string, string[]> = { users: ['firstName', 'lastName'] }

describe.each<readonly [string, Resource]>(namedResources)('the resource %s', (name, resource) => {
  const fields = Object.keys(resource.fields)

  test('is found by its name', () => {
    expect(getResource(name)).toBe(resource)
  })

  test('shows columns that are fields, each once', () => {
    expect(getColumns(resource)).toEqual(expect.arrayContaining([...resource.list.columns]))
    expect(new Set(resource.list.columns).size).toBe(resource.list.columns.length)
    expect(resource.list.columns.length).toBeGreaterThan(0)
  })

  test('searches text fields', () => {
    expect(resource.list.search.length).toBeGreaterThan(0)
    // Searching the references of millions of records would be slow.
    const kinds = resource.list.large ? ['text'] : ['text', 'reference']
    for (const field of resource.list.search) expect(kinds).toContain(resource.fields[field]?.kind)
    // Filters for references search for the label in the other resource's search fields.
    const labelled = labelParts[name] ?? [resource.relations.label]
    if (!resource.api.single) expect(resource.list.search).toEqual(expect.arrayContaining(labelled))
  })

  test('divides a form of eight or more fields by headings, with each field under one of them', () => {
    const parts = getFormSections(resource.fields, resource.form.sections)
    if (resource.list.defaultPanel === null || resource.api.appendOnly) return
    expect(parts.every(({ title }) => title !== undefined)).toBe(fields.length >= 8)
    expect(parts.flatMap((part) => part.fields.map(([field]) => field)).toSorted()).toEqual(
      fields.toSorted(),
    )
  })

  test('has saved views of its list, unless the list is in a tab', () => {
    const inTab = {
      ...resource,
      path: '/stores/5?tab=list',
      parentFilter: { field: 'storeId', id: 5 },
    }
    expect(getOfferedPanels(resource)).toContain('views')
    expect(getOfferedPanels(inTab)).not.toContain('views')
  })

  test('is sorted by one of its columns and named by a field', () => {
    expect(getSortableColumns(resource)).toContain(getDefaultSort(resource)[0].field)
    expect(getField(resource, resource.relations.label)?.required).toBe(true)
  })

  test('shows its name first, since the first column opens the record', () => {
    // Entries start with their time, sums with their store.
    const { appendOnly: entries } = resource.api
    const { scope, label } = resource.relations
    const { columns } = resource.list
    expect(entries ? [entries[0], scope] : [label]).toContain(columns[0])
  })

  test('has unique keys of existing fields, with a required one among several', () => {
    for (const key of resource.api.unique) {
      expect(fields).toEqual(expect.arrayContaining([...key]))
      // Empty values don't conflict, so the only field of a key may be optional.
      expect(key.length === 1 || key.some((field) => resource.fields[field]?.required)).toBe(true)
    }
  })

  test("stores the operator's order, if any, in an optional integer", () => {
    const field = resource.list.position && resource.fields[resource.list.position]
    expect(field ?? { kind: 'integer', required: false }).toMatchObject({
      kind: 'integer',
      required: false,
    })
  })

  test('can be pasted if lines and shared options cover all required fields', () => {
    const { paste = [] } = resource.form
    const pastedFields = [...paste, ...Object.keys(getSharedPasteFields(resource))]
    const initial = getInitialValues(resource)
    const missing = fields.filter(
      (field) =>
        resource.fields[field]?.required &&
        initial[field] === null &&
        !pastedFields.includes(field) &&
        // The URL contains the parent.
        field !== resource.relations.parent,
    )
    expect(paste.length === 0 ? [] : missing).toEqual([])
    expect(getOfferedPanels(resource).includes('paste')).toBe(paste.length > 0)
    if (paste.length > 0) expect(resource.api.writes).toContain('create')
    for (const field of paste)
      expect(resource.fields[field] && getKind(resource.fields[field]).csv).toBeTruthy()
  })

  test('needs an existing permission, the one of its route', () => {
    expect(Object.keys(permissions)).toContain(resource.permission)
    const route = findRoute(resource.path.split('?')[0] ?? '')
    if (route) expect(route.permission).toBe(resource.permission)
    // Without its own route, a resource is edited in a store's tab.
    else if (resource.api.writes.length > 0) expect(resource.relations.scope).toBe('storeId')
  })

  test.each([
    ['labels', getColumnLabel],
    ['headings', getColumnHeading],
  ])('has different %s for all columns', (_, getName) => {
    const labels = getColumns(resource).map((column) => getName(resource, column))
    expect(new Set(labels).size).toBe(labels.length)
    for (const label of labels) expect(label).toMatch(/^[A-Z]/)
  })

  test('starts a new record with values that are valid, or required and empty', () => {
    const errors = validateFields(resource.fields, getInitialValues(resource))
    for (const [field, value] of Object.entries(getInitialValues(resource)))
      if (value !== null && String(value) !== '') expect(errors[field]).toBeUndefined()
    for (const [field, message] of Object.entries(errors)) {
      const { label, missingMessage: missing } = resource.fields[field] ?? {}
      expect(message).toBe(missing ?? `${label} is a required field`)
    }
  })

  test('has conditional requirements that depend on valid values of its own fields', () => {
    for (const { requiredWhile = {}, required, missingMessage: missing = '.' } of Object.values(
      resource.fields,
    )) {
      if (Object.keys(requiredWhile).length > 0) expect(required).toBe(false)
      expect(missing).toMatch(/^[A-Z]|^\.$/)
      for (const [dependency, values] of Object.entries(requiredWhile)) {
        const field = resource.fields[dependency]
        for (const value of values) expect(field && validateField(field, value)).toBeUndefined()
        expect(['select', 'toggle']).toContain(field?.kind)
      }
    }
  })

  test('has options that are all valid', () => {
    for (const field of Object.values(resource.fields)) {
      if (field.kind !== 'select') continue
      expect(field.options?.length).toBeGreaterThan(1)
      for (const { value } of field.options ?? [])
        expect(validateField(field, value)).toBeUndefined()
    }
  })

  test('has a singular title, a plural title, and a description', () => {
    expect(resource.title.one).toMatch(/^(?:[a-z]|API|Cognito|Runa|SMTP)/)
    expect(resource.title.many).not.toBe(resource.title.one)
    expect(resource.about).toMatch(/^[A-Z].+\.$/)
  })
})

test('no two resources share a name', () => {
  expect(new Set(resources.map(({ name }) => name)).size).toBe(resources.length)
})

test('an unknown name finds no resource', () => {
  expect(getResource('toString')).toBeUndefined()
})

describe('The name of a record', () => {
  const record: AnyRecord = {
    id: 7,
    version: 1,
    createdAt: '',
    createdBy: '',
    updatedAt: '',
    updatedBy: '',
  }

  test('is its label', () => {
    expect(getLabel(sizes, { ...record, name: 'Large' })).toBe('Large')
  })

  test('is its ID if the platform leaves the label out', () => {
    expect(getLabel(sizes, record)).toBe('7')
    expect(getLabel(sizes, { ...record, name: null })).toBe('7')
  })
})

test('screens.md, Sizes: fields and unique keys', () => {
  expect(Object.keys(sizes.fields)).toEqual([
    'name',
    'code',
    'group',
    'position',
    'equivalents',
    'measurementUnit',
    'chest',
    'waist',
    'length',
    'podSize',
    'active',
  ])
  expect(sizes.fields.name).toMatchObject({ required: true, max: 40 })
  expect(sizes.fields.code).toMatchObject({ required: true, max: 8 })
  expect(sizes.fields.group.options?.map(({ label }) => label)).toEqual([
    'Adult',
    'Youth',
    'Footwear EU',
    'Footwear UK',
    'Footwear US',
    'One size',
  ])
  expect(sizes.api.unique).toEqual([['group', 'code']])
})

test.each(resources.map((resource) => ({ resource, name: resource.name })))(
  'the texts of $name spell "color" as spec.md does',
  ({ resource }) => {
    const { title, about, fields, derived = {} } = resource
    const words = Object.values({ ...fields, ...derived }).flatMap(
      ({ label, heading: head = '', hint = '', options = [] }) => [
        label,
        head,
        hint,
        ...options.map((option) => option.label),
      ],
    )
    expect([title.one, title.many, about, ...words].join('\n')).not.toMatch(/colour/i)
  },
)

/** Titles that spec.md takes from a protocol or product. */
const protocolTitles: Record<string, string> = {
  apiKeys: 'api keys',
  adminSignOns: 'store admin sso',
  memberSignOns: 'mobile sso',
  smtpSettings: 'smtp settings',
  cognitoSetup: 'cognito setup',
  paymentSetups: 'payment setup',
  giftCardSetup: 'gift card setup',
  subAttributes: 'sub attributes',
  printfulSetup: 'print-on-demand setup',
  // Their lists count entries and items.
  logEntries: 'logs',
  trainingContent: 'training content',
}

test.each(
  resources.flatMap((resource) => {
    const route = findRoute(resource.path)
    // Lists behind a parameter of another list have no route.
    return route && !resource.api.single ? [{ name: resource.name, resource, route }] : []
  }),
)('the route of $name has its title and its permission', ({ resource, route }) => {
  const { many, list = many } = resource.title
  expect(route.title.toLowerCase()).toContain(protocolTitles[resource.name] ?? list)
  expect(route.permission).toBe(resource.permission)
})

test('a Cognito setup reads the email from the attribute "email" by default', () => {
  expect(getInitialValues(cognitoSetup)).toMatchObject({ emailAttribute: 'email' })
})
