import { contrastOf, leastContrast } from '../contrast.ts'
import type { storeTypes } from '../resources/stores.ts'
import { readinessKeys } from './readinessChecks.ts'
import type { Readiness, ReadinessCheck, ReadinessKey } from './readinessChecks.ts'
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

type Rule = {
  /** Whether the check is asked of this store; always where it is left out. */
  applies?: (facts: ReadinessFacts) => boolean
  /** What is missing, as a sentence; null when nothing is. */
  missing: (facts: ReadinessFacts) => string | null
}

const say = storeRuleMessages.readiness

const active = (state: IntegrationState, sentence: string) => (state === 'active' ? null : sentence)
const unless = (holds: boolean, sentence: string) => (holds ? null : sentence)

/** When each check holds. */
const readinessRules: Record<ReadinessKey, Rule> = {
  organisation: {
    missing: ({ hasOrganisation }) => unless(hasOrganisation, say.organisation),
  },
  admin: {
    missing: ({ hasAdmin }) => unless(hasAdmin, say.admin),
  },
  theme: {
    missing: ({ themeStatus }) =>
      themeStatus === null
        ? say.noTheme
        : unless(themeStatus === 'published', say.theme(themeStatus)),
  },
  contrast: {
    missing: ({ primaryColour, textColour }) => {
      if (primaryColour === null || textColour === null) return say.noColours
      const contrast = contrastOf(primaryColour, textColour)
      return unless(contrast >= leastContrast, say.contrast(contrast, leastContrast))
    },
  },
  domain: {
    applies: ({ domain }) => domain !== 'none',
    missing: ({ domain }) =>
      domain === 'none' || domain === 'verified' ? null : say.domain[domain],
  },
  mail: { missing: ({ mail }) => active(mail, say.mail) },
  payment: {
    applies: ({ type }) => type === 'mixed' || type === 'retail',
    missing: ({ payment }) => active(payment, say.payment),
  },
  gift: {
    applies: ({ type }) => type === 'mixed' || type === 'gift',
    missing: ({ gift }) => active(gift, say.gift),
  },
  defaultGroup: {
    missing: ({ hasDefaultGroup }) => unless(hasDefaultGroup, say.defaultGroup),
  },
  members: {
    missing: ({ members }) => unless(members > 0, say.members),
  },
}

/** How ready a store is: the share of the checks that apply to it, in whole percent, rounded down. */
export function readinessOf(facts: ReadinessFacts): Readiness {
  const checks = readinessKeys.flatMap((key): ReadinessCheck[] => {
    const rule = readinessRules[key]
    if (rule.applies && !rule.applies(facts)) return []
    const detail = rule.missing(facts)
    return [{ key, ok: detail === null, detail }]
  })
  const done = checks.filter(({ ok }) => ok).length
  return { percent: Math.floor((100 * done) / checks.length), checks }
}
