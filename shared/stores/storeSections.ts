import type { Right } from '../permissions.ts'
import type { stores } from '../resources/stores.ts'

type Section = {
  label: string
  hint: string
  fields: readonly (keyof typeof stores.fields)[]
  initial: boolean
  /** The right that it takes besides the one to make a store. */
  needs?: Right
}

/** What a new store may take over: never name, code, domains, status, or members. Integrations are shared setups: the new store uses the same ones. */
export const storeSections = {
  general: {
    label: 'General',
    hint: 'Organization, type, plan, tags, support email, notes',
    fields: ['organisationId', 'type', 'plan', 'tags', 'supportEmail', 'notes'],
    initial: true,
  },
  locale: {
    label: 'Locale and money',
    hint: 'Locales, currencies, time zone, country',
    fields: ['defaultLocale', 'locales', 'defaultCurrency', 'currencies', 'timeZone', 'country'],
    initial: true,
  },
  brand: {
    label: 'Brand',
    hint: 'Theme, logo, favicon, colors',
    fields: ['themeId', 'logo', 'favicon', 'primaryColour', 'textColour'],
    initial: true,
  },
  access: {
    label: 'Access',
    hint: 'Access, allowed email domains',
    fields: ['access', 'allowedEmailDomains'],
    initial: true,
  },
  groups: {
    label: 'Member groups',
    hint: 'Without their members',
    fields: [],
    initial: true,
    needs: 'dashboardRead:write',
  },
  integrations: {
    label: 'Integrations',
    hint: 'SMTP setting, payment setup, and gift card setup, if you can assign them',
    fields: ['smtpSettingsId'],
    initial: true,
  },
  admin: {
    label: 'First admin',
    hint: 'Name and email',
    fields: ['adminName', 'adminEmail'],
    initial: false,
  },
} as const satisfies Record<string, Section>
export type StoreSection = keyof typeof storeSections

export const storeSectionNames = Object.keys(storeSections) as StoreSection[] // They are the table's own.

/** The sections that somebody may take over who may write what takes a right of its own. */
export const sectionsFor = (mayWrite: (needs: Right) => boolean): StoreSection[] =>
  storeSectionNames.filter((name) => {
    const { needs }: Section = storeSections[name]
    return !needs || mayWrite(needs)
  })

export const fieldsOfSections = (sections: readonly StoreSection[]): string[] =>
  sections.flatMap((section) => [...storeSections[section].fields])
