import type { Right } from '#shared/permissions/permissions.ts'
import type { stores } from './stores.ts'
import { storeLabels } from './messages.ts'

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
    label: storeLabels.general,
    hint: storeLabels.generalFields,
    fields: ['organisationId', 'type', 'plan', 'tags', 'supportEmail', 'notes'],
    initial: true,
  },
  locale: {
    label: storeLabels.locale,
    hint: storeLabels.localeFields,
    fields: ['defaultLocale', 'locales', 'defaultCurrency', 'currencies', 'timeZone', 'country'],
    initial: true,
  },
  brand: {
    label: storeLabels.brand,
    hint: storeLabels.brandFields,
    fields: ['themeId', 'logo', 'favicon', 'primaryColour', 'textColour'],
    initial: true,
  },
  access: {
    label: storeLabels.access,
    hint: storeLabels.accessFields,
    fields: ['access', 'allowedEmailDomains'],
    initial: true,
  },
  groups: {
    label: storeLabels.memberGroups,
    hint: storeLabels.withoutMembers,
    fields: [],
    initial: true,
    needs: 'dashboardRead:write',
  },
  integrations: {
    label: storeLabels.integrations,
    hint: storeLabels.sharedSetups,
    fields: ['smtpSettingsId'],
    initial: true,
  },
  admin: {
    label: storeLabels.firstAdmin,
    hint: storeLabels.adminFields,
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
