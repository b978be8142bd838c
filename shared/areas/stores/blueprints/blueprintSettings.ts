/**
 * The settings of stores that a blueprint can include. Left out are those with a value of its own
 * in each store, such as its name, and files, which no plan can change. The database compares the
 * same ones (migrations/0038_blueprints.ts).
 */
export const blueprintSettings = [
  'type',
  'plan',
  'supportEmail',
  'tags',
  'defaultLocale',
  'defaultCurrency',
  'locales',
  'currencies',
  'timeZone',
  'country',
  'themeId',
  'primaryColour',
  'textColour',
  'access',
  'allowedEmailDomains',
  'smtpSettingsId',
] as const
export type BlueprintSetting = (typeof blueprintSettings)[number]

/** Returns the labels of these settings, from the fields of stores. */
export const getBlueprintSettingLabels = (
  fields: Readonly<Record<BlueprintSetting, { label: string }>>,
): Record<string, string> =>
  Object.fromEntries(blueprintSettings.map((name) => [name, fields[name].label]))
