import type { MemberRow, CreditEntryRow } from '#server/platform/demoData/rows.ts'
import { activeOperators } from '#server/platform/demoData/people.ts'
import { msPerDay, toIsoTime, getDayStart } from '#server/platform/demoData/period.ts'
import type { SeedPeriod } from '#server/platform/demoData/period.ts'
import {
  rollChance,
  pickRandom,
  pickWeighted,
  pickInteger,
} from '#server/platform/demoData/random.ts'
import { toPrice } from '#server/platform/demoData/regions.ts'
import { pickTimeOfDay } from '#server/platform/demoData/activity.ts'
import type { StorePlan } from '#server/platform/demoData/storePlan.ts'

const holderRates = { points: 0.6, mixed: 0.3, gift: 0.1, retail: 0 }

const issueReasons = [
  'Work anniversary',
  'Quarterly budget',
  'Recognition',
  'Safety award',
  'Goodwill credit',
]
const reasonsByType = {
  redeem: 'Spent on an order',
  expire: 'Expired',
  reverse: 'Issued by mistake',
  adjust: 'Balance correction',
}

/** How long credits last, in days; 0 is no expiration. Those of 100 days expire soon. */
const lifetimeWeights = { 0: 40, 30: 15, 100: 25, 365: 20 }

type DemoLot = { remaining: number; expiresAt: number | null }

/**
 * Generates the ledger of a store's members. Balances never go below zero, and credits that expire
 * first are spent first.
 */
export function generateCreditEntries(
  plan: StorePlan,
  members: readonly MemberRow[],
  { period, newId }: { period: SeedPeriod; newId: () => number },
): CreditEntryRow[] {
  const lastDay = Math.min(plan.quietFrom, period.days)
  if (lastDay === 0) return []
  return members
    .filter(() => rollChance(plan.random, holderRates[plan.type]))
    .flatMap((member) => generateMemberEntries(plan, member, { period, lastDay, newId }))
}

function generateMemberEntries(
  { random, type, region }: StorePlan,
  member: MemberRow,
  { period, lastDay, newId }: { period: SeedPeriod; lastDay: number; newId: () => number },
): CreditEntryRow[] {
  const unit = type === 'points' ? 'points' : region.currency
  const toAmount = (dollars: number) =>
    type === 'points' ? dollars * 10 : toPrice(dollars, region.currency)
  const entries: CreditEntryRow[] = []
  let lots: DemoLot[] = []
  const getBalance = () => lots.reduce((sum, { remaining }) => sum + remaining, 0)

  const addEntry = (
    type: CreditEntryRow['type'],
    at: number,
    amount: number,
    expires: number | null,
  ) => {
    const byHand = type === 'issue' || type === 'adjust' || type === 'reverse'
    entries.push({
      id: newId(),
      storeId: member.storeId,
      memberId: member.id,
      groupId: member.groupId,
      enteredAt: toIsoTime(at),
      type,
      amount,
      unit,
      balance: getBalance(),
      reason: type === 'issue' ? pickRandom(random, issueReasons) : reasonsByType[type],
      expiresAt: expires === null ? null : toIsoTime(expires),
      issuedBy: byHand ? pickRandom(random, activeOperators) : 'platform',
    })
  }
  const issueCredits = (at: number) => {
    const lifetimeDays = Number(pickWeighted(random, lifetimeWeights))
    const amount = toAmount(pickRandom(random, [10, 20, 25, 50, 100], 1.4))
    const expiresAt = lifetimeDays ? at + lifetimeDays * msPerDay : null
    lots.push({ remaining: amount, expiresAt })
    lots.sort((one, other) => (one.expiresAt ?? Infinity) - (other.expiresAt ?? Infinity))
    addEntry('issue', at, amount, expiresAt)
  }
  const takeCredits = (type: 'redeem' | 'reverse' | 'adjust', at: number, wanted: number) => {
    let needed = Math.min(wanted, getBalance())
    if (needed === 0) return
    const amount = -needed
    for (const lot of lots) {
      const part = Math.min(lot.remaining, needed)
      lot.remaining -= part
      needed -= part
    }
    lots = lots.filter(({ remaining }) => remaining > 0)
    addEntry(type, at, amount, null)
  }
  const expireUntil = (at: number) => {
    const expiredLots = lots.filter(({ expiresAt }) => expiresAt !== null && expiresAt <= at)
    for (const lot of expiredLots) {
      lots = lots.filter((other) => other !== lot)
      addEntry('expire', lot.expiresAt ?? at, -lot.remaining, null)
    }
  }

  const moments = Array.from(
    { length: pickInteger(random, 1, 7) },
    () =>
      getDayStart(period, pickInteger(random, 0, lastDay - 1)) +
      pickTimeOfDay(random, region.hoursAhead),
  ).toSorted((one, other) => one - other)
  for (const at of moments) {
    const [kind, part] = [random(), random()]
    if (at > period.now) break
    expireUntil(at)
    if (getBalance() === 0 || kind < 0.25) issueCredits(at)
    else if (kind < 0.93) takeCredits('redeem', at, toAmount(5 + Math.floor(part * 60)))
    else if (kind < 0.97) takeCredits('reverse', at, toAmount(10))
    else takeCredits('adjust', at, toAmount(5))
  }
  expireUntil(period.now)
  return entries
}
