import { expect, test } from 'vitest'
import { buildBlueprintFromStoreUrl } from '#shared/areas/stores/blueprints/buildBlueprintFromStoreUrl.ts'
import { buildDifferingStoresUrl } from '#shared/areas/stores/blueprints/differingStores.ts'
import { blueprints } from '#shared/areas/stores/blueprints/blueprints.ts'
import { blueprintSettings } from '#shared/areas/stores/blueprints/blueprintSettings.ts'
import {
  compareStores,
  compareWithBlueprint,
  isChangeableSetting,
} from '#shared/areas/stores/blueprints/compareStores.ts'
import type { ComparedRow } from '#shared/areas/stores/blueprints/compareStores.ts'
import { getCopiedFields } from '#shared/areas/stores/storeFieldPlaces.ts'
import { storeCopySectionNames } from '#shared/areas/stores/storeCopySections.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { buildCompareUrl } from '#shared/areas/stores/storeUrl.ts'
import { getField } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'

const buildRecord = (values: Record<string, unknown>): AnyRecord => ({
  id: 7,
  version: 1,
  createdAt: '2026-11-01T00:00:00.000Z',
  createdBy: 'ana@example.com',
  updatedAt: '2026-11-01T00:00:00.000Z',
  updatedBy: 'ana@example.com',
  ...values,
})
const getName = (row: ComparedRow) => ('setting' in row ? row.setting : row.kind)
const getDifferences = (rows: ComparedRow[]) => rows.filter(({ isSame }) => !isSame).map(getName)

test('a blueprint includes only what a duplicate copies and a plan can change', () => {
  const copied = getCopiedFields(storeCopySectionNames)
  for (const name of blueprintSettings) {
    expect(copied).toContain(name)
    expect(isChangeableSetting(name)).toBe(true)
  }
})

test('the settings of a blueprint are those of stores, and none is required', () => {
  for (const name of blueprintSettings)
    expect(getField(blueprints, name)).toMatchObject({
      label: stores.fields[name].label,
      kind: stores.fields[name].kind,
      required: false,
    })
})

test('stores differ in settings and in integrations that only one uses', () => {
  const one = buildRecord({ name: 'One', type: 'gift', tags: ['a', 'b'], paymentState: 'active' })
  const other = buildRecord({
    name: 'Other',
    type: 'retail',
    tags: ['b', 'a'],
    paymentState: 'draft',
    mailState: 'disabled',
  })
  expect(getDifferences(compareStores(one, other))).toEqual(['type', 'payment'])
})

test('a failing integration counts as active', () => {
  const [one, other] = [
    buildRecord({ mailState: 'degraded' }),
    buildRecord({ mailState: 'active' }),
  ]
  expect(getDifferences(compareStores(one, other))).toEqual([])
  const blueprint = buildRecord({ settings: [], mail: 'inactive' })
  expect(getDifferences(compareWithBlueprint(one, blueprint))).toEqual(['mail'])
})

test('a store is compared only with what its blueprint includes, and a blank value counts', () => {
  const store = buildRecord({ type: 'gift', access: 'public', plan: 'growth', printState: 'draft' })
  const blueprint = buildRecord({
    settings: ['access', 'plan'],
    type: 'retail',
    access: null,
    plan: 'growth',
  })
  const rows = compareWithBlueprint(store, blueprint)
  expect(rows.map(getName)).toEqual(['plan', 'access'])
  expect(getDifferences(rows)).toEqual(['access'])
})

test('files can differ, but no plan can change them', () => {
  const rows = compareStores(buildRecord({ logo: 1 }), buildRecord({ logo: 2 }))
  const logo = rows.find((row) => getName(row) === 'logo')
  expect(logo).toMatchObject({ isSame: false, isChangeable: false })
})

test('a new blueprint starts with the values and active integrations of a store', () => {
  const store = buildRecord({
    type: 'gift',
    tags: ['a', 'b'],
    access: null,
    mailState: 'degraded',
    giftState: 'draft',
  })
  const params = new URL(buildBlueprintFromStoreUrl(store), 'http://console').searchParams
  expect(params.get('begin[settings]')).toBe(blueprintSettings.join(', '))
  expect(params.get('begin[tags]')).toBe('a, b')
  expect(params.get('begin[type]')).toBe('gift')
  expect(params.has('begin[access]')).toBe(false)
  expect(params.get('begin[mail]')).toBe('active')
  expect(params.has('begin[gift]')).toBe(false)
})

test('comparisons have URLs of their own', () => {
  expect(buildCompareUrl({ store: 1, with: 2 })).toBe('/stores/compare?store=1&with=2')
  expect(buildCompareUrl({ blueprint: 3 })).toBe('/stores/compare?blueprint=3')
  expect(decodeURIComponent(buildDifferingStoresUrl(3, 'plan'))).toBe(
    '/stores?filter[blueprintId][eq]=3&filter[blueprintDifferences][has]=plan',
  )
})
