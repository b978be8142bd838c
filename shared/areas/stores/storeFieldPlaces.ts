import type { StoreTabName } from './storeUrl.ts'
import type { stores } from './stores.ts'

export type StoreField = keyof typeof stores.fields

/** Headings of the general tab, the only one with enough fields for them. */
export const generalSections = ['identity', 'contact'] as const
type GeneralSection = (typeof generalSections)[number]

/** The other tabs of a store's page that have fields. */
type PlainFieldTab = Extract<
  StoreTabName,
  'domains' | 'locale' | 'brand' | 'access' | 'integrations'
>
export type StoreFieldTab = 'general' | PlainFieldTab

/** The steps of "Create store" that have fields (client/areas/stores/create/wizardSteps.ts). */
type StoreFieldStep = 'identity' | 'domain' | 'locale' | 'brand' | 'access' | 'admin'

/** The sections of a copy that have fields (storeCopySections.ts). */
export type CopiedFieldSection =
  | 'general'
  | 'locale'
  | 'brand'
  | 'access'
  | 'integrations'
  | 'admin'

type StoreFieldPlace = (
  | { tab: 'general'; section: GeneralSection }
  | { tab: PlainFieldTab; section?: never }
) & {
  /** The step of "Create store" that asks for it; null if only the store's page has it. */
  step: StoreFieldStep | null
  /** The section of a copy that takes it over; null if each store needs a value of its own. */
  copied: CopiedFieldSection | null
}

/**
 * Where operators find each field of stores, and what copies it. Tabs and steps show their fields
 * in this order. A field without a place doesn't compile.
 */
export const storeFieldPlaces: Readonly<Record<StoreField, StoreFieldPlace>> = {
  name: { tab: 'general', section: 'identity', step: 'identity', copied: null },
  code: { tab: 'general', section: 'identity', step: 'identity', copied: null },
  organisationId: { tab: 'general', section: 'identity', step: 'identity', copied: 'general' },
  type: { tab: 'general', section: 'identity', step: 'identity', copied: 'general' },
  plan: { tab: 'general', section: 'identity', step: 'identity', copied: 'general' },
  blueprintId: { tab: 'general', section: 'identity', step: null, copied: 'general' },
  supportEmail: { tab: 'general', section: 'contact', step: null, copied: 'general' },
  tags: { tab: 'general', section: 'contact', step: null, copied: 'general' },
  notes: { tab: 'general', section: 'contact', step: null, copied: 'general' },

  subdomain: { tab: 'domains', step: 'domain', copied: null },
  domain: { tab: 'domains', step: 'domain', copied: null },

  defaultLocale: { tab: 'locale', step: 'locale', copied: 'locale' },
  defaultCurrency: { tab: 'locale', step: 'locale', copied: 'locale' },
  locales: { tab: 'locale', step: 'locale', copied: 'locale' },
  currencies: { tab: 'locale', step: 'locale', copied: 'locale' },
  timeZone: { tab: 'locale', step: 'locale', copied: 'locale' },
  country: { tab: 'locale', step: 'locale', copied: 'locale' },

  themeId: { tab: 'brand', step: 'brand', copied: 'brand' },
  logo: { tab: 'brand', step: 'brand', copied: 'brand' },
  favicon: { tab: 'brand', step: 'brand', copied: 'brand' },
  primaryColour: { tab: 'brand', step: 'brand', copied: 'brand' },
  textColour: { tab: 'brand', step: 'brand', copied: 'brand' },

  access: { tab: 'access', step: 'access', copied: 'access' },
  allowedEmailDomains: { tab: 'access', step: 'access', copied: 'access' },
  adminName: { tab: 'access', step: 'admin', copied: 'admin' },
  adminEmail: { tab: 'access', step: 'admin', copied: 'admin' },

  smtpSettingsId: { tab: 'integrations', step: null, copied: 'integrations' },
}

// The table's own keys.
export const storeFields = Object.keys(storeFieldPlaces) as StoreField[]

const selectFields = (matches: (place: StoreFieldPlace) => boolean): StoreField[] =>
  storeFields.filter((name) => matches(storeFieldPlaces[name]))

/** Returns the fields of a tab of a store's page; none if the tab has no form of its own. */
export const getTabFields = (tab: StoreTabName): StoreField[] =>
  selectFields((place) => place.tab === tab)

export const getGeneralFields = (section: GeneralSection): StoreField[] =>
  selectFields((place) => place.section === section)

export const getStepFields = (step: StoreFieldStep): StoreField[] =>
  selectFields((place) => place.step === step)

/** Returns the fields that these sections of a copy take over. */
export const getCopiedFields = (sections: readonly string[]): StoreField[] =>
  selectFields(({ copied }) => copied !== null && sections.includes(copied))

/** Returns the fields that no copy takes over, because each store has values of its own. */
export const getNeverCopiedFields = (): StoreField[] =>
  selectFields(({ copied }) => copied === null)
