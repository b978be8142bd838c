import { integer, list, optional, select, text } from '#shared/engine/fields/fields.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { integrationsByKind } from '#shared/engine/integrations/integrationKinds.ts'
import type { IntegrationKind } from '#shared/engine/integrations/integrationKinds.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { blueprintSettingLabels } from './messages.ts'
import { stores } from '../stores.ts'
import { storeTabTitles } from '../storeTabTitles.ts'

/** Whether stores should have an active integration of a kind. */
export const expectedIntegrations = { active: 'Active', inactive: 'Not active' } as const

const expectIntegration = (kind: IntegrationKind): Field<'active' | 'inactive' | null> =>
  optional(select(integrationsByKind[kind].label, expectedIntegrations))

const { fields } = stores

/**
 * Blueprints: the settings and integrations that stores should have. `settings` says which values
 * count, since a blank one can be meant: the store then inherits the platform default.
 */
export const blueprints = defineResource({
  name: 'blueprints',
  title: { one: 'blueprint', many: 'blueprints' },
  about:
    'A blueprint is a set of settings and integrations that stores should have. You see which stores differ from it.',
  permission: 'storesRead',
  fields: {
    name: text('Name', { min: 2, max: 80 }),
    description: optional(text('Description', { max: 200 })),
    settings: list('Included settings', {
      max: 30,
      options: blueprintSettingLabels,
      hint: 'Only these settings are compared with stores. The values of all others are ignored.',
    }),
    type: optional(fields.type),
    plan: optional(fields.plan),
    supportEmail: fields.supportEmail,
    tags: fields.tags,
    defaultLocale: fields.defaultLocale,
    defaultCurrency: optional(fields.defaultCurrency),
    locales: fields.locales,
    currencies: fields.currencies,
    timeZone: fields.timeZone,
    country: optional(fields.country),
    themeId: fields.themeId,
    primaryColour: fields.primaryColour,
    textColour: fields.textColour,
    access: fields.access,
    allowedEmailDomains: fields.allowedEmailDomains,
    smtpSettingsId: fields.smtpSettingsId,
    mail: expectIntegration('mail'),
    signOn: expectIntegration('signOn'),
    payment: expectIntegration('payment'),
    gift: expectIntegration('gift'),
    print: expectIntegration('print'),
  },
  derived: { stores: integer('Stores') },
  list: {
    columns: ['name', 'description', 'settings', 'stores', 'updatedAt'],
    filters: ['settings', 'themeId', 'smtpSettingsId', 'updatedAt'],
    search: ['name', 'description'],
    card: ['stores', 'description'],
  },
  form: {
    sections: [
      { title: 'Blueprint', fields: ['name', 'description', 'settings'] },
      { title: storeTabTitles.general, fields: ['type', 'plan', 'supportEmail', 'tags'] },
      {
        title: storeTabTitles.locale,
        fields: [
          'defaultLocale',
          'defaultCurrency',
          'locales',
          'currencies',
          'timeZone',
          'country',
        ],
      },
      { title: storeTabTitles.brand, fields: ['themeId', 'primaryColour', 'textColour'] },
      { title: storeTabTitles.access, fields: ['access', 'allowedEmailDomains'] },
      {
        title: storeTabTitles.integrations,
        fields: ['smtpSettingsId', 'mail', 'signOn', 'payment', 'gift', 'print'],
      },
    ],
  },
  api: {
    unique: [['name']],
    noBulkReason: 'Each blueprint is different. Change them one at a time.',
    extraFields: { differing: integer('Stores that differ') },
  },
  relations: { disambiguatingFields: ['description'] },
})
