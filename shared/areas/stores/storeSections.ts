import type { Permission } from '#shared/permissions/permissions.ts'
import type { stores } from './stores.ts'
import { storeMessages } from './messages.ts'

type CopySection = {
  label: string
  hint: string
  fields: readonly (keyof typeof stores.fields)[]
  initial: boolean
  /** The permission that copying this section needs, in addition to the one to create a store. */
  permission?: Permission
}

/**
 * Sections that a new store can copy: never name, code, domains, status, or members. Integrations
 * are shared setups, so the new store uses the same ones.
 */
export const storeSections = {
  general: {
    label: storeMessages.general,
    hint: storeMessages.generalFields,
    fields: ['organisationId', 'type', 'plan', 'tags', 'supportEmail', 'notes'],
    initial: true,
  },
  locale: {
    label: storeMessages.locale,
    hint: storeMessages.localeFields,
    fields: ['defaultLocale', 'locales', 'defaultCurrency', 'currencies', 'timeZone', 'country'],
    initial: true,
  },
  brand: {
    label: storeMessages.brand,
    hint: storeMessages.brandFields,
    fields: ['themeId', 'logo', 'favicon', 'primaryColour', 'textColour'],
    initial: true,
  },
  access: {
    label: storeMessages.access,
    hint: storeMessages.accessFields,
    fields: ['access', 'allowedEmailDomains'],
    initial: true,
  },
  groups: {
    label: storeMessages.memberGroups,
    hint: storeMessages.withoutMembers,
    fields: [],
    initial: true,
    permission: 'dashboardRead:write',
  },
  integrations: {
    label: storeMessages.integrations,
    hint: storeMessages.sharedSetups,
    fields: ['smtpSettingsId'],
    initial: true,
  },
  admin: {
    label: storeMessages.firstAdmin,
    hint: storeMessages.adminFields,
    fields: ['adminName', 'adminEmail'],
    initial: false,
  },
} as const satisfies Record<string, CopySection>
export type StoreSection = keyof typeof storeSections

// The table's own keys.
export const storeSectionNames = Object.keys(storeSections) as StoreSection[]

/** Returns the sections that a user with these permissions can copy. */
export const getCopyableSections = (canWrite: (needs: Permission) => boolean): StoreSection[] =>
  storeSectionNames.filter((name) => {
    const { permission }: CopySection = storeSections[name]
    return !permission || canWrite(permission)
  })

export const getSectionFields = (sections: readonly StoreSection[]): string[] =>
  sections.flatMap((section) => [...storeSections[section].fields])
