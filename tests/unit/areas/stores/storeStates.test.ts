import { expect, test } from 'vitest'
import { stores } from '#shared/areas/stores/stores.ts'
import {
  getSectionFields,
  storeSectionNames,
  storeSections,
} from '#shared/areas/stores/storeSections.ts'
import {
  getStatusChanges,
  statusChanges,
  storeStatuses,
} from '#shared/areas/stores/status/storeStates.ts'
import { integrationsByKind } from '#shared/engine/integrations/integrationKinds.ts'
import type { StoreStatus } from '#shared/areas/stores/status/storeStates.ts'

test.each<[StoreStatus, string[]]>([
  ['draft', ['activate', 'archive']],
  ['active', ['suspend', 'startMaintenance', 'archive']],
  ['suspended', ['activate', 'archive']],
  ['maintenance', ['suspend', 'endMaintenance', 'archive']],
  ['archived', ['activate']],
])('a store that is %s may be changed by %o', (status, changes) => {
  expect(getStatusChanges(status)).toEqual(changes)
})

test('every status is left and reached by some change, save that nothing becomes a draft', () => {
  const all = Object.keys(storeStatuses)
  const changes = Object.values(statusChanges)
  expect(new Set(changes.flatMap(({ from }) => [...from]))).toEqual(new Set(all))
  expect(new Set<string>(changes.map(({ to }) => to))).toEqual(
    new Set(all.filter((status) => status !== 'draft')),
  )
})

test('the state of every integration is a field that the platform works out', () => {
  for (const { field } of Object.values(integrationsByKind))
    expect(Object.keys(stores.derived ?? {})).toContain(field)
})

test('the sections of a store copy each field once, and never what is its own', () => {
  const copied = getSectionFields(storeSectionNames)
  expect(new Set(copied).size).toBe(copied.length)
  expect(Object.keys(stores.fields).filter((name) => !copied.includes(name))).toEqual([
    'name',
    'code',
    'subdomain',
    'domain',
  ])
})

test('the first admin is copied only when that is chosen', () => {
  const chosen = storeSectionNames.filter((name) => storeSections[name].initial)
  expect(getSectionFields(chosen)).not.toContain('adminEmail')
})
