import { copyRows } from './copyRows.ts'
import { hashNumbers } from './people.ts'
import type { People } from './people.ts'
import { monthCount } from './scaleSize.ts'

const columns = [
  'id',
  'store_id',
  'member_id',
  'entered_at',
  'type',
  'amount',
  'unit',
  'balance',
  'reason',
  'expires_at',
  'issued_by',
  'group_id',
]

export type LedgerMonth = { index: number; name: string; start: number; end: number }

/** The ledger as far as it was generated: each member's balance, and the last ID. */
export type LedgerState = { balances: Int32Array; lastId: number; averagePerMember: number }

/**
 * Copies the entries of a month. A balance never goes below zero, and `state` has the balances
 * afterwards. A month that was seeded already is generated to get there, but not copied.
 */
export async function copyLedgerMonth(
  databaseUrl: string,
  people: People,
  month: LedgerMonth,
  state: LedgerState,
): Promise<number> {
  const table = `credit_entries_${month.name}`
  const target = { table, columns, before: `truncate ${table};` }
  return copyRows(databaseUrl, [target], generateLedgerMonth(people, month, state))
}

export function* generateLedgerMonth(people: People, month: LedgerMonth, state: LedgerState) {
  const isLast = month.index === monthCount - 1
  const rate = state.averagePerMember / monthCount
  for (let member = 0; member < people.memberCount; member++) {
    const random = hashNumbers(member, 100 + month.index)
    if (random >= rate) continue
    const balance = state.balances[member] ?? 0
    const isIssue = balance < 10 || random < rate * 0.45
    const amount = isIssue
      ? 10 * (1 + Math.floor(hashNumbers(member, 200 + month.index) * 20))
      : -Math.max(1, Math.floor(balance * hashNumbers(member, 300 + month.index)))
    state.balances[member] = balance + amount
    const at = new Date(
      month.start + hashNumbers(member, 400 + month.index) * (month.end - month.start),
    )
    const { id, unit } = people.getStore(member)
    yield [
      [
        ++state.lastId,
        id,
        people.firstMemberId + member,
        at.toISOString(),
        isIssue ? 'issue' : 'redeem',
        amount,
        unit,
        balance + amount,
        isIssue ? 'Quarterly budget' : 'Spent on an order',
        // Only credits that haven't expired yet: the platform would have posted the others.
        isIssue && isLast ? new Date(at.getTime() + 365 * 24 * 60 * 60_000).toISOString() : null,
        isIssue ? 'amara.okafor@example.com' : 'platform',
        people.getGroupId(member),
      ],
    ]
  }
}
