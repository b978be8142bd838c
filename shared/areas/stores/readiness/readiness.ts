import { contrastOf, leastContrast } from '#shared/format/contrast.ts'
import { domainProblem } from '../domains/domainState.ts'
import type { DomainState } from '../domains/domainState.ts'
import type { storeTypes } from '../stores.ts'
import { readinessKeys } from './readinessChecks.ts'
import type { Readiness, ReadinessCheck, ReadinessKey } from './readinessChecks.ts'
import { storeRuleMessages } from '../storeRuleMessages.ts'
import { isNeeded } from '../status/storeStates.ts'
import type { IntegrationKind, IntegrationState } from '../status/storeStates.ts'

/** What the readiness of a store is worked out from; what it inherits stands for what it leaves empty. */
export type ReadinessFacts = {
  type: keyof typeof storeTypes
  hasOrganisation: boolean
  themeStatus: string | null
  primaryColour: string | null
  textColour: string | null
  domain: DomainState
  mail: IntegrationState
  signOn: IntegrationState
  payment: IntegrationState
  /** Whether the store's payment setup is in test mode. */
  hasTestPayments: boolean
  gift: IntegrationState
  print: IntegrationState
  causes: Partial<Record<IntegrationKind, string>>
  /** The last 7 days of a store most of whose payments fail; null of any other. */
  refusals: Refusals | null
  hasAdmin: boolean
  hasDefaultGroup: boolean
  members: number
}

export type Refusals = { failed: number; orders: number; reason?: string; code?: string }

type Rule = {
  applies?: (facts: ReadinessFacts) => boolean
  missing: (facts: ReadinessFacts) => string | null
  warns?: (facts: ReadinessFacts) => string | null
}

const say = storeRuleMessages.readiness

/** Whether a store works with the integration, or would: what it has once set up must not fail unseen. */
const isUsed = (state: IntegrationState) => state === 'active' || state === 'degraded'

function fault(
  kind: IntegrationKind,
  { [kind]: state, causes }: ReadinessFacts,
  inactive: string,
): string | null {
  if (state === 'active') return null
  if (state !== 'degraded') return inactive
  return say.degraded(causes[kind] ?? null, say.fixes[kind])
}
const unless = (holds: boolean, sentence: string) => (holds ? null : sentence)

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
    missing: ({ domain }) => domainProblem(domain),
  },
  mail: { missing: (facts) => fault('mail', facts, say.mail) },
  signOn: {
    applies: ({ signOn }) => isUsed(signOn),
    missing: (facts) => fault('signOn', facts, ''),
  },
  payment: {
    applies: ({ type, payment, refusals }) =>
      isNeeded('payment', type) || isUsed(payment) || refusals !== null,
    missing: (facts) => {
      const why = fault('payment', facts, say.payment)
      const { refusals } = facts
      // What the provider was found to do says more than the count of what came of it.
      if (refusals === null || facts.causes.payment !== undefined) return why
      return say.refused(refusals, say.fixes.payment)
    },
    warns: ({ hasTestPayments }) => unless(!hasTestPayments, say.testCards),
  },
  gift: {
    applies: ({ type, gift }) => isNeeded('gift', type) || isUsed(gift),
    missing: (facts) => fault('gift', facts, say.gift),
  },
  print: {
    applies: ({ print }) => isUsed(print),
    missing: (facts) => fault('print', facts, ''),
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
    const ok = detail === null
    const warning = ok ? (rule.warns?.(facts) ?? null) : null
    return [{ key, ok, detail, ...(warning !== null && { warning }) }]
  })
  const done = checks.filter(({ ok }) => ok).length
  return { percent: Math.floor((100 * done) / checks.length), checks }
}
