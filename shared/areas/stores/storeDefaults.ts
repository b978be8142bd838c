import { color, reference, select, text } from '#shared/engine/fields/fields.ts'
import { createEmailPattern } from '#shared/engine/fields/patterns.ts'
import { locales, timeZones } from '#shared/format/regions.ts'
import { defineResource } from '#shared/engine/resource.ts'

export const accessModes = {
  public: 'Public',
  prices_hidden: 'Public, prices hidden',
  sign_in: 'Sign-in required',
} as const

/**
 * Platform defaults (screens.md, Store details): one record with ID 1. A store inherits the value
 * of each field that it leaves blank.
 */
export const storeDefaults = defineResource({
  name: 'storeDefaults',
  path: '/stores?defaults',
  title: { one: 'platform default', many: 'platform defaults' },
  about: 'Platform defaults are settings that every store inherits unless it overrides them.',
  permission: 'storesRead',
  fields: {
    defaultLocale: select('Default locale', locales, { initial: 'en-US' }),
    timeZone: select('Time zone', timeZones, { initial: 'UTC' }),
    themeId: reference('Theme', 'themes'),
    primaryColour: color('Primary color'),
    textColour: color('Text on primary color'),
    access: select('Access', accessModes, { initial: 'public' }),
    supportEmail: text('Support email', { max: 120, pattern: createEmailPattern('Support email') }),
  },
  list: { columns: ['supportEmail'], search: ['supportEmail'], sort: 'supportEmail' },
  api: { writes: ['change'], impact: { one: 'store', many: 'stores' }, single: true },
  relations: { label: 'supportEmail' },
})
