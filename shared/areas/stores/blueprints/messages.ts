/** The labels of the settings that a blueprint can include, as those of a store's fields. */
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
