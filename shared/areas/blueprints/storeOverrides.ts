import { actor, instant, optional, reference, select, text } from '#shared/engine/fields/fields.ts'
import type { Fields } from '#shared/engine/resource.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { storeDefaults } from '../stores/storeDefaults.ts'

const defaultFields: Fields = storeDefaults.fields

/** The settings that stores inherit from the platform, with their labels. */
export const inheritedSettingLabels: Record<string, string> = Object.fromEntries(
  Object.entries(defaultFields).map(([name, { label }]) => [name, label]),
)

/** Stores with a value of their own for a platform default, one entry per store and setting. */
export const storeOverrides = defineResource({
  name: 'storeOverrides',
  path: '/stores?overrides',
  title: { one: 'override', many: 'overrides', list: 'overridden defaults' },
  about: 'An override is a setting in which a store differs from the platform default.',
  permission: 'storesRead',
  fields: {
    storeId: reference('Store', 'stores'),
    setting: select('Setting', inheritedSettingLabels),
    value: text('Value of the store', { max: 253 }),
    inherited: text('Platform default', { max: 253 }),
    changedBy: optional(actor('Changed by')),
    changedAt: optional(instant('Since')),
  },
  list: {
    columns: ['storeId', 'setting', 'value', 'inherited', 'changedBy', 'changedAt'],
    filters: ['setting', 'storeId'],
    search: ['storeId', 'value'],
    sort: 'setting',
  },
  api: {
    writes: [],
    appendOnly: ['setting', 'value'],
    noBulkReason: "Overrides are settings of stores, so you can't change them here.",
  },
  relations: { label: 'value', scope: 'storeId' },
})
