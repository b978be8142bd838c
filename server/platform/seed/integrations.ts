import type { IntegrationKind, IntegrationState } from '#shared/stores/storeStates.ts'
import type { Incidents } from './incidents.ts'
import { dayMs, instant } from './period.ts'
import type { Period } from './period.ts'
import { chance, pick, whole } from './random.ts'
import type { StorePlan } from './storePlan.ts'

type IntegrationRow = {
  storeId: number
  kind: IntegrationKind
  state: IntegrationState
  message: string | null
  checkedAt: string | null
}

const wanted: Record<IntegrationKind, (plan: StorePlan) => number> = {
  mail: () => 0.97,
  signOn: ({ plan }) => ({ starter: 0.05, growth: 0.35, enterprise: 0.9 })[plan],
  payment: ({ gateway }) => (gateway === null ? 0 : 1),
  gift: ({ type }) => ({ gift: 1, mixed: 0.7, points: 0.4, retail: 0 })[type],
  print: ({ type }) => ({ retail: 0.6, mixed: 0.4, points: 0.15, gift: 0 })[type],
}

const faults: Record<IntegrationKind, string> = {
  mail: 'The mail server answers slowly: messages wait up to an hour.',
  signOn: 'The certificate of the identity provider runs out in 9 days.',
  payment: 'One in five calls to the gateway times out.',
  gift: 'The balance at the provider is below its threshold.',
  print: 'The webhook was not called since its secret was changed.',
}

const mailRefused = 'The mail server refuses the sign-in since yesterday (535).'
const misconfigured = 'The gateway refuses every payment: the merchant account is not valid.'

const degraded = 0.012

export function integrationsOf(
  plan: StorePlan,
  storeId: number,
  { period, incidents }: { period: Period; incidents: Incidents },
): IntegrationRow[] {
  // The keys of the table are the kinds there are.
  return (Object.keys(wanted) as IntegrationKind[]).map((kind) => {
    const checkedAt = period.now - whole(plan.random, 1, 55) * 60_000
    const { state, message } = faultOf(plan, kind, incidents) ?? {
      state: stateOf(plan, kind),
      message: null,
    }
    const found = { storeId, kind, state, message: state === 'degraded' ? faults[kind] : null }
    if (state === 'not_configured' || state === 'draft') return { ...found, checkedAt: null }
    const isOld = state === 'disabled' || plan.status === 'archived'
    return {
      ...found,
      message: message ?? found.message,
      checkedAt: instant(isOld ? checkedAt - 20 * dayMs : checkedAt),
    }
  })
}

function faultOf({ index }: StorePlan, kind: IntegrationKind, incidents: Incidents) {
  const state = 'degraded' as const
  if (kind === 'mail' && incidents.mail.stores.has(index)) return { state, message: mailRefused }
  if (kind === 'payment' && incidents.misconfigured?.store === index)
    return { state, message: misconfigured }
  return null
}

function stateOf(plan: StorePlan, kind: IntegrationKind): IntegrationState {
  const { random, status } = plan
  const [isWanted, isDegraded, isOff] = [
    chance(random, wanted[kind](plan)),
    chance(random, degraded),
    chance(random, 0.02),
  ]
  const begun = pick(random, ['not_configured', 'draft', 'verified'] as const)
  if (!isWanted) return 'not_configured'
  if (status === 'draft') return begun
  if (status === 'archived') return 'disabled'
  if (isOff && kind !== 'payment') return 'disabled'
  return isDegraded ? 'degraded' : 'active'
}
