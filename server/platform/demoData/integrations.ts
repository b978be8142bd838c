import type { IntegrationKind, IntegrationState } from '#shared/areas/stores/status/storeStates.ts'
import type { Incidents } from '../areas/payments/seed/incidents.ts'
import { dayMs, instant } from './period.ts'
import type { Period } from './period.ts'
import { chance, pick, whole } from './random.ts'
import type { StorePlan } from '../areas/stores/seed/storePlan.ts'

type IntegrationRow = {
  storeId: number
  kind: IntegrationKind
  state: IntegrationState
  message: string | null
  checkedAt: string | null
}

const wanted: Record<IntegrationKind, (plan: StorePlan) => number> = {
  mail: () => 1,
  signOn: ({ plan }) => ({ starter: 0.05, growth: 0.35, enterprise: 0.9 })[plan],
  payment: ({ gateway }) => (gateway === null ? 0 : 1),
  gift: ({ type }) => ({ gift: 1, mixed: 1, points: 0.4, retail: 0 })[type],
  print: () => 0,
}

/** What checks found of the integrations that fail (incidents.ts says where). */
export const mailRefused =
  'The mail server rejected the sign-in (535). Check the username and password.'
export const signOnUnreadable = "The URL for the provider's keys returned 503. Try again."
export const slowPayments = 'One in five requests to the provider times out.'
export const misconfigured =
  "The provider rejects every payment because this API key doesn't have access to the merchant account."

export function integrationsOf(
  plan: StorePlan,
  storeId: number,
  { period, incidents }: { period: Period; incidents: Incidents },
): IntegrationRow[] {
  // The keys of the table are the kinds there are.
  return (Object.keys(wanted) as IntegrationKind[]).map((kind) => {
    const checkedAt = period.now - whole(plan.integrationRandom, 1, 55) * 60_000
    const state = stateOf(plan, kind)
    const fault = faultOf(plan, kind, incidents)
    const found = { storeId, kind, ...(fault ?? { state, message: null }) }
    if (found.state === 'not_configured' || found.state === 'draft')
      return { ...found, checkedAt: null }
    const isOld = found.state === 'disabled' || plan.status === 'archived'
    return { ...found, checkedAt: instant(isOld ? checkedAt - 20 * dayMs : checkedAt) }
  })
}

function faultOf({ index }: StorePlan, kind: IntegrationKind, incidents: Incidents) {
  const state = 'degraded' as const
  if (kind === 'mail' && incidents.mail.stores.has(index)) return { state, message: mailRefused }
  if (kind === 'signOn' && incidents.signOn === index) return { state, message: signOnUnreadable }
  if (kind !== 'payment') return null
  if (incidents.misconfigured?.store === index) return { state, message: misconfigured }
  if (incidents.slow.stores.has(index)) return { state, message: slowPayments }
  return null
}

function stateOf(plan: StorePlan, kind: IntegrationKind): IntegrationState {
  const { integrationRandom: random, status } = plan
  const [isWanted, isOff] = [chance(random, wanted[kind](plan)), chance(random, 0.02)]
  const begun = pick(random, ['not_configured', 'draft', 'verified'] as const)
  if (!isWanted) return 'not_configured'
  // One set-up serves them all: it is at work, whatever the store is.
  if (kind !== 'payment' && kind !== 'signOn') return 'active'
  // No setup takes payments for a store that is not open.
  if (kind === 'payment' && (status === 'draft' || status === 'archived')) return 'not_configured'
  if (status === 'draft') return begun
  if (status === 'archived') return 'disabled'
  if (isOff && kind !== 'payment') return 'disabled'
  return 'active'
}
