import { creditCheckNames } from '#shared/areas/members/creditCheck.ts'
import type {
  CreditCheck,
  CreditCheckName,
  CreditCheckResult,
} from '#shared/areas/members/creditCheck.ts'
import { formatInstant } from '#shared/format/dates.ts'
import { formatMoney } from '#shared/format/money.ts'
import { utcZone } from '#shared/format/zones.ts'
import type { Program } from '../programApproval.ts'
import { creditCheckMessages } from './messages.ts'

/** An amount in points or in minor units of a currency. */
type Amount = { amount: number; unit: string }
/** Entries of the last 12 months that took credits. */
type Taken = Amount & { at: string }

/** What the checks need to know. Null means that there is none. */
export type CreditFacts = {
  name: string
  active: boolean
  group: { id: number; name: string } | null
  /** The program of the member's group. `issuedAt`: when the member got this period's credits. */
  program:
    | (Pick<Program, 'amount' | 'unit' | 'own' | 'period'> & {
        isWaiting: boolean
        issuedAt: string | null
      })
    | null
  /** What waits for a second operator. */
  requests: (Amount & { count: number }) | null
  refunds: (Amount & { count: number }) | null
  /** What was spent on orders that were canceled, and wasn't returned. `order` is one of them. */
  orders: (Amount & { count: number; order: string }) | null
  expired: Taken | null
  reversed: Taken | null
  adjusted: Taken | null
  redeemed: Taken | null
}

type CheckOutcome = Omit<CreditCheckResult, 'name'>

const createPass = (sentence: string): CheckOutcome => ({ state: 'passed', sentence })
const createMiss = (sentence: string): CheckOutcome => ({ state: 'missing', sentence })

const formatTime = (at: string) => `${formatInstant(at, utcZone)} ${utcZone}`
const { passed, missing, taken } = creditCheckMessages

type TakenName = 'expired' | 'reversed' | 'adjusted' | 'redeemed'
const checkTaken =
  (name: TakenName) =>
  (facts: CreditFacts): CheckOutcome => {
    const entries = facts[name]
    if (!entries) return createPass(passed[name])
    const amount = formatMoney(entries.amount, entries.unit)
    return { state: 'taken', sentence: taken[name](amount, formatTime(entries.at)) }
  }

/** Every check. Complete by type: a name without its check doesn't compile. */
const checks: Record<CreditCheckName, (facts: CreditFacts) => CheckOutcome> = {
  program({ active, group, program }) {
    if (!group) return createPass(passed.noGroup)
    if (!program) return createPass(passed.noProgram(group.name))
    const { unit, own, period, issuedAt } = program
    const amount = formatMoney(program.amount, unit)
    if (issuedAt !== null)
      return createPass(passed.program(group.name, amount, formatTime(issuedAt)))
    if (!active) return createMiss(missing.inactive(group.name, amount, period))
    if (unit !== own) return createMiss(missing.unit(group.name, unit, own))
    if (program.isWaiting) return createMiss(missing.programWaits(group.name, amount, period))
    return createMiss(missing.notIssuedYet(group.name, amount, period))
  },
  requests: ({ requests }) =>
    requests
      ? createMiss(missing.requests(requests.count, formatMoney(requests.amount, requests.unit)))
      : createPass(passed.requests),
  refunds: ({ refunds }) =>
    refunds
      ? createMiss(missing.refunds(refunds.count, formatMoney(refunds.amount, refunds.unit)))
      : createPass(passed.refunds),
  orders: ({ orders }) =>
    orders
      ? createMiss(
          missing.orders(orders.count, formatMoney(orders.amount, orders.unit), orders.order),
        )
      : createPass(passed.orders),
  expired: checkTaken('expired'),
  reversed: checkTaken('reversed'),
  adjusted: checkTaken('adjusted'),
  redeemed: checkTaken('redeemed'),
}

/**
 * Checks whether credits are missing, and where those went that the member no longer has. Missing
 * ones are the answer; otherwise the first entries that took credits.
 */
export function checkCredits(facts: CreditFacts): CreditCheck {
  const results = creditCheckNames.map((name) => ({ name, ...checks[name](facts) }))
  const missed = results.find(({ state }) => state === 'missing')
  const cause = missed ?? results.find(({ state }) => state === 'taken')
  const nothingMissing = creditCheckMessages.nothing(facts.name)
  return {
    answer: missed?.sentence ?? [nothingMissing, cause?.sentence].filter(Boolean).join(' '),
    cause: cause?.name ?? null,
    groupId: facts.group?.id ?? null,
    checks: results,
  }
}
