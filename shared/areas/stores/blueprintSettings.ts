import { integrationKindLabels } from '#shared/engine/integrations/integrationKinds.ts'

/**
 * The fields of stores that a blueprint can include, with their labels. Left out are those with a
 * value of its own in each store, such as its name, and files, which no plan can change. The
 * database compares them too (migrations/0038_blueprints.ts).
 */
export const blueprintSettingLabels = {
  type: 'Type',
  plan: 'Plan',
  supportEmail: 'Support email',
  tags: 'Tags',
  defaultLocale: 'Default locale',
  defaultCurrency: 'Default currency',
  locales: 'Additional locales',
  currencies: 'Additional currencies',
  timeZone: 'Time zone',
  country: 'Country',
  themeId: 'Theme',
  primaryColour: 'Primary color',
  textColour: 'Text on primary color',
  access: 'Access',
  allowedEmailDomains: 'Allowed email domains',
  smtpSettingsId: 'SMTP setting',
} as const
export type BlueprintSetting = keyof typeof blueprintSettingLabels

// The table's own keys.
export const blueprintSettings = Object.keys(blueprintSettingLabels) as BlueprintSetting[]

/** What a store can differ in: settings, and integrations by kind. */
export const blueprintDifferenceLabels = { ...blueprintSettingLabels, ...integrationKindLabels }
