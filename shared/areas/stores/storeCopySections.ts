import type { Permission } from '#shared/permissions/permissions.ts'
import { toMidSentenceLabel } from '#shared/format/labels.ts'
import { storeMessages } from './messages.ts'
import { getCopiedFields } from './storeFieldPlaces.ts'
import type { CopiedFieldSection } from './storeFieldPlaces.ts'
import { stores } from './stores.ts'

type CopySection = {
  label: string
  /** What the section copies, if the labels of its fields don't say it. */
  hint?: string
  initial: boolean
  /** The permission that copying this section needs, in addition to the one to create a store. */
  permission?: Permission
}

/**
 * Sections that a new store can copy: never name, code, domains, status, or members. Integrations
 * are shared setups, so the new store uses the same ones. `storeFieldPlaces` has their fields.
 */
export const storeCopySections = {
  general: { label: storeMessages.general, initial: true },
  locale: { label: storeMessages.locale, initial: true },
  brand: { label: storeMessages.brand, initial: true },
  access: { label: storeMessages.access, initial: true },
  groups: {
    label: storeMessages.memberGroups,
    hint: storeMessages.withoutMembers,
    initial: true,
    permission: 'dashboardRead:write',
  },
  integrations: {
    label: storeMessages.integrations,
    hint: storeMessages.sharedSetups,
    initial: true,
  },
  admin: { label: storeMessages.firstAdmin, hint: storeMessages.adminFields, initial: false },
} as const satisfies Record<CopiedFieldSection | 'groups', CopySection>
export type StoreCopySection = keyof typeof storeCopySections

// The table's own keys.
export const storeCopySectionNames = Object.keys(storeCopySections) as StoreCopySection[]

/** Returns the sections that a user with these permissions can copy. */
export const getCopyableSections = (canWrite: (needs: Permission) => boolean): StoreCopySection[] =>
  storeCopySectionNames.filter((name) => {
    const { permission }: CopySection = storeCopySections[name]
    return !permission || canWrite(permission)
  })

/** Returns what a section copies: "Access, allowed email domains". */
export function getCopySectionHint(section: StoreCopySection): string {
  const { hint }: CopySection = storeCopySections[section]
  const [first, ...others] = getCopiedFields([section]).map((name) => stores.fields[name].label)
  return hint ?? [first, ...others.map(toMidSentenceLabel)].join(', ')
}
