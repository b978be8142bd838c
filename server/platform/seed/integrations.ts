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
  mail: () => 1,
  signOn: ({ plan }) => ({ starter: 0.05, growth: 0.35, enterprise: 0.9 })[plan],
  payment: ({ gateway }) => (gateway === null ? 0 : 1),
  gift: ({ type }) => ({ gift: 1, mixed: 0.7, points: 0.4, retail: 0 })[type],
  print: () => 0,
}

/** Of the set-ups that are a store's own or that few stores share. */
const faults: Partial<Record<IntegrationKind, string>> = {
  signOn: 'The keys of the provider cannot be read: it answers 503.',
  payment: 'One in five calls to the gateway times out.',
}

export const mailRefused = 'The mail server refuses the sign-in (535).'
/** What the check of the payment setup found whose payments are all refused. */
export const misconfigured = 'The gateway refuses every payment: the merchant account is not valid.'

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
    const found = {
      storeId,
      kind,
      state,
      message: state === 'degraded' ? (faults[kind] ?? null) : null,
    }
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
  // One set-up serves them all: it is at work, whatever the store is.
  if (!faults[kind]) return 'active'
  // No setup takes payments for a store that is not open.
  if (kind === 'payment' && (status === 'draft' || status === 'archived')) return 'not_configured'
  if (status === 'draft') return begun
  if (status === 'archived') return 'disabled'
  if (isOff && kind !== 'payment') return 'disabled'
  return isDegraded ? 'degraded' : 'active'
}
