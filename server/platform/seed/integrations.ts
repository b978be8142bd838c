import type { IntegrationState } from '#shared/areas/stores/status/storeStates.ts'
import type { IntegrationKind } from '#shared/engine/integrations/integrationKinds.ts'
import type { DemoIncidents } from '../demoData/incidents.ts'
import { msPerDay, toIsoTime } from '../demoData/period.ts'
import type { SeedPeriod } from '../demoData/period.ts'
import { rollChance, pickRandom, pickInteger } from '../demoData/random.ts'
import type { StorePlan } from '../demoData/storePlan.ts'
import {
  emailRejectedProblem,
  ssoUnavailableProblem,
  slowPaymentsProblem,
  misconfiguredProblem,
} from '../demoData/problems.ts'

type IntegrationRow = {
  storeId: number
  kind: IntegrationKind
  state: IntegrationState
  message: string | null
  checkedAt: string | null
}

const usageRates: Record<IntegrationKind, (plan: StorePlan) => number> = {
  mail: () => 1,
  signOn: ({ plan }) => ({ starter: 0.05, growth: 0.35, enterprise: 0.9 })[plan],
  payment: ({ gateway }) => (gateway === null ? 0 : 1),
  gift: ({ type }) => ({ gift: 1, mixed: 1, points: 0.4, retail: 0 })[type],
  print: () => 0,
}

export function generateIntegrations(
  plan: StorePlan,
  storeId: number,
  { period, incidents }: { period: SeedPeriod; incidents: DemoIncidents },
): IntegrationRow[] {
  // The table has a key for every kind.
  return (Object.keys(usageRates) as IntegrationKind[]).map((kind) => {
    const checkedAt = period.now - pickInteger(plan.integrationRandom, 1, 55) * 60_000
    const state = pickState(plan, kind)
    const failure = findFailure(plan, kind, incidents)
    const integration = { storeId, kind, ...(failure ?? { state, message: null }) }
    if (integration.state === 'not_configured' || integration.state === 'draft')
      return { ...integration, checkedAt: null }
    const isOld = integration.state === 'disabled' || plan.status === 'archived'
    return { ...integration, checkedAt: toIsoTime(isOld ? checkedAt - 20 * msPerDay : checkedAt) }
  })
}

function findFailure({ index }: StorePlan, kind: IntegrationKind, incidents: DemoIncidents) {
  const state = 'degraded' as const
  if (kind === 'mail' && incidents.emailFailures.stores.has(index))
    return { state, message: emailRejectedProblem }
  if (kind === 'signOn' && incidents.brokenSsoStore === index)
    return { state, message: ssoUnavailableProblem }
  if (kind !== 'payment') return null
  if (incidents.misconfigured?.store === index) return { state, message: misconfiguredProblem }
  if (incidents.slow.stores.has(index)) return { state, message: slowPaymentsProblem }
  return null
}

function pickState(plan: StorePlan, kind: IntegrationKind): IntegrationState {
  const { integrationRandom: random, status } = plan
  const [isWanted, isOff] = [rollChance(random, usageRates[kind](plan)), rollChance(random, 0.02)]
  const startedState = pickRandom(random, ['not_configured', 'draft', 'verified'] as const)
  if (!isWanted) return 'not_configured'
  // All stores share one setup, which is active whatever the store's status is.
  if (kind !== 'payment' && kind !== 'signOn') return 'active'
  // Payment setups don't serve stores that aren't open.
  if (kind === 'payment' && (status === 'draft' || status === 'archived')) return 'not_configured'
  if (status === 'draft') return startedState
  if (status === 'archived') return 'disabled'
  if (isOff && kind !== 'payment') return 'disabled'
  return 'active'
}
