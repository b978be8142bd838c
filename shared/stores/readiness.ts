import { contrastOf, leastContrast } from '../contrast.ts'
import type { storeTypes } from '../resources/stores.ts'
import { storeRuleMessages } from './storeRuleMessages.ts'
import type { IntegrationState } from './storeStates.ts'

/** What the readiness of a store is worked out from; what it inherits stands for what it leaves empty. */
export type ReadinessFacts = {
  type: keyof typeof storeTypes
  hasOrganisation: boolean
  /** The state of the theme it wears; null where there is none, as with the colours. */
  themeStatus: string | null
  primaryColour: string | null
  textColour: string | null
  /** Of the store's own domain: `changed` was verified once, `unanswered` is what DNS did not tell. */
  domain: 'none' | 'unverified' | 'verified' | 'changed' | 'unanswered'
  mail: IntegrationState
  payment: IntegrationState
  gift: IntegrationState
  hasAdmin: boolean
  hasDefaultGroup: boolean
  members: number
}

/** The tab of a store's details that mends what is missing. */
export type ReadinessTab =
  | 'general'
  | 'domains'
  | 'locale'
  | 'brand'
  | 'access'
  | 'members'
  | 'integrations'

type Rule = {
  label: string
  tab: ReadinessTab
  /** Whether the check is asked of this store; always where it is left out. */
  applies?: (facts: ReadinessFacts) => boolean
  /** What is missing, as a sentence; null when nothing is. */
  missing: (facts: ReadinessFacts) => string | null
}

const say = storeRuleMessages.readiness

const active = (state: IntegrationState, sentence: string) => (state === 'active' ? null : sentence)
const unless = (holds: boolean, sentence: string) => (holds ? null : sentence)

/** What makes a store ready (screens.md, Store details), in the order it is shown. */
export const readinessRules = {
  organisation: {
    label: 'Organisation',
    tab: 'general',
    missing: ({ hasOrganisation }) => unless(hasOrganisation, say.organisation),
  },
  admin: {
    label: 'First admin',
    tab: 'access',
    missing: ({ hasAdmin }) => unless(hasAdmin, say.admin),
  },
  theme: {
    label: 'Theme',
    tab: 'brand',
    missing: ({ themeStatus }) =>
      themeStatus === null
        ? say.noTheme
        : unless(themeStatus === 'published', say.theme(themeStatus)),
  },
  contrast: {
    label: 'Contrast of colours',
    tab: 'brand',
    missing: ({ primaryColour, textColour }) => {
      if (primaryColour === null || textColour === null) return say.noColours
      const contrast = contrastOf(primaryColour, textColour)
      return unless(contrast >= leastContrast, say.contrast(contrast, leastContrast))
    },
  },
  domain: {
    label: 'Own domain',
    tab: 'domains',
    applies: ({ domain }) => domain !== 'none',
    missing: ({ domain }) =>
      domain === 'none' || domain === 'verified' ? null : say.domain[domain],
  },
  mail: { label: 'Mail', tab: 'integrations', missing: ({ mail }) => active(mail, say.mail) },
  payment: {
    label: 'Payment',
    tab: 'integrations',
    applies: ({ type }) => type === 'mixed' || type === 'retail',
    missing: ({ payment }) => active(payment, say.payment),
  },
  gift: {
    label: 'Gift cards',
    tab: 'integrations',
    applies: ({ type }) => type === 'mixed' || type === 'gift',
    missing: ({ gift }) => active(gift, say.gift),
  },
  defaultGroup: {
    label: 'Default member group',
    tab: 'members',
    missing: ({ hasDefaultGroup }) => unless(hasDefaultGroup, say.defaultGroup),
  },
  members: {
    label: 'Members',
    tab: 'members',
    missing: ({ members }) => unless(members > 0, say.members),
  },
} as const satisfies Record<string, Rule>
export type ReadinessKey = keyof typeof readinessRules
export const readinessKeys = Object.keys(readinessRules) as ReadinessKey[] // They are the table's own.

/** `detail` says what is missing; null where the check is `ok`. */
export type ReadinessCheck = { key: ReadinessKey; ok: boolean; detail: string | null }
export type Readiness = { percent: number; checks: ReadinessCheck[] }

/** How ready a store is: the share of the checks that apply to it, in whole percent, rounded down. */
export function readinessOf(facts: ReadinessFacts): Readiness {
  const checks = readinessKeys.flatMap((key): ReadinessCheck[] => {
    const rule: Rule = readinessRules[key]
    if (rule.applies && !rule.applies(facts)) return []
    const detail = rule.missing(facts)
    return [{ key, ok: detail === null, detail }]
  })
  const done = checks.filter(({ ok }) => ok).length
  return { percent: Math.floor((100 * done) / checks.length), checks }
}
