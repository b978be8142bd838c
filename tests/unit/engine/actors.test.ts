import { expect, test } from 'vitest'
import { formatActor } from '#shared/engine/actors.ts'
import { getKind } from '#shared/engine/fields/kinds.ts'
import { formatValue } from '#shared/engine/fields/formValues.ts'
import { getColumnField } from '#shared/engine/list/filterColumns.ts'
import { creditEntries } from '#shared/areas/credits/creditEntries.ts'
import { logEntries } from '#shared/areas/logs/logEntries.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import type { Resource } from '#shared/engine/resource.ts'

test.each([
  ['platform', 'System'],
  ['ann@example.com', 'ann@example.com'],
  ['constructor', 'constructor'],
])('the actor %s is shown as %s', (actor, text) => expect(formatActor(actor)).toBe(text))

test.each<[Resource, string]>([
  [logEntries, 'actor'],
  [creditEntries, 'issuedBy'],
  [sizes, 'createdBy'],
  [sizes, 'updatedBy'],
])('lists and files show the platform as System: $name %s', (resource, column) => {
  const field = getColumnField(resource, column)
  expect(formatValue(field, 'platform')).toBe('System')
  expect(getKind(field).csv?.out('platform', field, {}, column)).toBe('System')
  expect(formatValue(field, 'ann@example.com')).toBe('ann@example.com')
  expect(formatValue(field, null)).toBe('')
})
