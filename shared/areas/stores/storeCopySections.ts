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
export const storeCopySections = {
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
export type StoreCopySection = keyof typeof storeCopySections

// The table's own keys.
export const storeCopySectionNames = Object.keys(storeCopySections) as StoreCopySection[]

/** Returns the sections that a user with these permissions can copy. */
export const getCopyableSections = (canWrite: (needs: Permission) => boolean): StoreCopySection[] =>
  storeCopySectionNames.filter((name) => {
    const { permission }: CopySection = storeCopySections[name]
    return !permission || canWrite(permission)
  })

export const getCopiedFields = (sections: readonly StoreCopySection[]): string[] =>
  sections.flatMap((section) => [...storeCopySections[section].fields])
