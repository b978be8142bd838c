import { calculateContrast, minContrast } from '#shared/format/contrast.ts'
import { getDomainError } from '../domains/domainState.ts'
import type { DomainState } from '../domains/domainState.ts'
import type { storeTypes } from '../stores.ts'
import { activationMessages, testMessages } from './activationMessages.ts'
import { readinessKeys } from './readinessChecks.ts'
import type { Readiness, ReadinessCheck, ReadinessKey } from './readinessChecks.ts'
import { storeRuleMessages } from '../storeRuleMessages.ts'
import { isNeededByStoreType } from '#shared/engine/integrations/integrationKinds.ts'
import type { IntegrationKind } from '#shared/engine/integrations/integrationKinds.ts'
import type { IntegrationState } from '../status/storeStates.ts'

/** The facts from which a store's readiness is calculated. Inherited values fill empty fields. */
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
  failureCauses: Partial<Record<IntegrationKind, string>>
  /** The last 7 days of a store where most payments fail; null for any other store. */
  paymentFailures: PaymentFailures | null
  hasAdmin: boolean
  hasDefaultGroup: boolean
  members: number
}

type PaymentFailures = { failed: number; orders: number; reason?: string; code?: string }

type ReadinessRule = {
  applies?: (facts: ReadinessFacts) => boolean
  missing: (facts: ReadinessFacts) => string | null
  warning?: (facts: ReadinessFacts) => string | null
}

/** Whether the store uses the integration. Once set up, it must not fail unnoticed. */
const isIntegrationUsed = (state: IntegrationState) => state === 'active' || state === 'degraded'

function getIntegrationError(
  kind: IntegrationKind,
  { [kind]: state, failureCauses: causes }: ReadinessFacts,
  inactiveMessage: string,
): string | null {
  if (state === 'active') return null
  if (state === 'verified') return activationMessages[kind]
  if (state === 'draft') return testMessages[kind]
  if (state !== 'degraded') return inactiveMessage
  const cause = causes[kind]
  return cause === undefined
    ? storeRuleMessages.readiness.degradedWithoutCause(storeRuleMessages.readiness.advice[kind])
    : storeRuleMessages.readiness.degraded(cause, storeRuleMessages.readiness.fixes[kind])
}
const getMissingSentence = (isPresent: boolean, sentence: string) => (isPresent ? null : sentence)

const readinessRules: Record<ReadinessKey, ReadinessRule> = {
  organisation: {
    missing: ({ hasOrganisation }) =>
      getMissingSentence(hasOrganisation, storeRuleMessages.readiness.organisation),
  },
  admin: {
    missing: ({ hasAdmin }) => getMissingSentence(hasAdmin, storeRuleMessages.readiness.admin),
  },
  theme: {
    missing: ({ themeStatus }) =>
      themeStatus === null
        ? storeRuleMessages.readiness.noTheme
        : getMissingSentence(
            themeStatus === 'published',
            storeRuleMessages.readiness.theme(themeStatus),
          ),
  },
  contrast: {
    missing: ({ primaryColour, textColour }) => {
      if (primaryColour === null || textColour === null)
        return storeRuleMessages.readiness.noColours
      const contrast = calculateContrast(primaryColour, textColour)
      return getMissingSentence(
        contrast >= minContrast,
        storeRuleMessages.readiness.contrast(contrast, minContrast),
      )
    },
  },
  domain: {
    applies: ({ domain }) => domain !== 'none',
    missing: ({ domain }) => getDomainError(domain),
  },
  mail: {
    missing: (facts) => getIntegrationError('mail', facts, storeRuleMessages.readiness.mail),
  },
  signOn: {
    applies: ({ signOn }) => isIntegrationUsed(signOn),
    missing: (facts) => getIntegrationError('signOn', facts, ''),
  },
  payment: {
    applies: ({ type, payment, paymentFailures }) =>
      isNeededByStoreType('payment', type) ||
      isIntegrationUsed(payment) ||
      paymentFailures !== null,
    missing: (facts) => {
      const integrationError = getIntegrationError(
        'payment',
        facts,
        storeRuleMessages.readiness.payment,
      )
      const { payment, paymentFailures, failureCauses } = facts
      // A known cause at the provider says more than the count of failed payments. A setup that was
      // changed or passed its test since then only needs to be tested or activated.
      const isChanged = payment === 'draft' || payment === 'verified'
      const saysMore = failureCauses.payment !== undefined || isChanged
      if (paymentFailures === null || saysMore) return integrationError
      return storeRuleMessages.readiness.refused(
        paymentFailures,
        storeRuleMessages.readiness.advice.payment,
      )
    },
    warning: ({ hasTestPayments }) =>
      getMissingSentence(!hasTestPayments, storeRuleMessages.readiness.testCards),
  },
  gift: {
    applies: ({ type, gift }) => isNeededByStoreType('gift', type) || isIntegrationUsed(gift),
    missing: (facts) => getIntegrationError('gift', facts, storeRuleMessages.readiness.gift),
  },
  print: {
    applies: ({ print }) => isIntegrationUsed(print),
    missing: (facts) => getIntegrationError('print', facts, ''),
  },
  defaultGroup: {
    missing: ({ hasDefaultGroup }) =>
      getMissingSentence(hasDefaultGroup, storeRuleMessages.readiness.defaultGroup),
  },
  members: {
    missing: ({ members }) => getMissingSentence(members > 0, storeRuleMessages.readiness.members),
  },
}

/**
 * Returns a store's readiness: the share of the applicable checks that pass, in whole percent. It's
 * 100 only if all of them pass.
 */
export function calculateReadiness(facts: ReadinessFacts): Readiness {
  const checks = readinessKeys.flatMap((key): ReadinessCheck[] => {
    const rule = readinessRules[key]
    if (rule.applies && !rule.applies(facts)) return []
    const detail = rule.missing(facts)
    const ok = detail === null
    const warning = ok ? (rule.warning?.(facts) ?? null) : null
    return [{ key, ok, detail, ...(warning !== null && { warning }) }]
  })
  const share = checks.filter(({ ok }) => ok).length / checks.length
  return { percent: share === 1 ? 100 : Math.min(99, Math.round(100 * share)), checks }
}
