import { expect, test } from 'vitest'
import { stores } from '#shared/areas/stores/stores.ts'
import { storeCopySectionNames, storeCopySections } from '#shared/areas/stores/storeCopySections.ts'
import { getCopiedFields } from '#shared/areas/stores/storeFieldPlaces.ts'
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
])('a store with the status %s allows %o', (status, changes) => {
  expect(getStatusChanges(status)).toEqual(changes)
})

test('some change leads from and to every status, except to draft', () => {
  const all = Object.keys(storeStatuses)
  const changes = Object.values(statusChanges)
  expect(new Set(changes.flatMap(({ from }) => [...from]))).toEqual(new Set(all))
  expect(new Set<string>(changes.map(({ to }) => to))).toEqual(
    new Set(all.filter((status) => status !== 'draft')),
  )
})

test('the state of every integration is a derived field', () => {
  for (const { field } of Object.values(integrationsByKind))
    expect(Object.keys(stores.derived ?? {})).toContain(field)
})

test('a copy takes over no name and nothing that must be unique', () => {
  const ownFields = new Set(['name', ...stores.api.unique.flat()])
  expect(getCopiedFields(storeCopySectionNames).filter((name) => ownFields.has(name))).toEqual([])
})

test('the first admin is not copied by default', () => {
  const initialSections = storeCopySectionNames.filter((name) => storeCopySections[name].initial)
  expect(getCopiedFields(initialSections)).not.toContain('adminEmail')
})
