import { rollChance, pickInteger } from '#server/platform/demoData/random.ts'
import { toIsoTime } from '#server/platform/demoData/period.ts'
import { toPrice } from '#server/platform/demoData/regions.ts'
import type { StorePlan } from '#server/platform/demoData/storePlan.ts'
import { parseLines } from '#server/platform/demoData/text.ts'

export type MemberGroupRow = {
  id: number
  storeId: number
  name: string
  description: string | null
  type: 'manual' | 'rule'
  priority: number
  isDefault: boolean
  rules: string[]
  unit: string | null
  spendLimit: number | null
  spendPeriod: 'month' | null
  createdAt: string
  updatedAt: string
}

const extraGroupNames = parseLines(`
  Managers
  Field staff
  Headquarters
  New hires
  Contractors
  Night shift
  Sales
  Retirees
  Volunteers`)

/** Every eighth member of a store belongs to a rule-based group, if the store has one. */
const ruleGroupShare = 8

/** The email domain of a rule-based group's members, which its rule matches. */
export const getGroupDomain = (name: string) =>
  `${name.toLowerCase().replaceAll(' ', '-')}.example.com`

/** Returns the rule-based group of a member by place in the store; undefined if in none. */
export const findSeedRuleGroup = (
  groups: readonly MemberGroupRow[],
  place: number,
): MemberGroupRow | undefined =>
  groups.find(({ id, type }) => type === 'rule' && id % ruleGroupShare === place % ruleGroupShare)

export function generateMemberGroups(
  { random, index, type, region, createdAt }: StorePlan,
  storeId: number,
  newId: () => number,
): MemberGroupRow[] {
  const more = Array.from(
    { length: pickInteger(random, 1, 4) },
    (_, place) => extraGroupNames[(index + place * 2) % extraGroupNames.length] ?? 'Others',
  )
  return ['Everyone', ...more].map((name, place) => {
    const isByRule = place > 0 && rollChance(random, 0.3)
    const isLimited = place === 1
    return {
      id: newId(),
      storeId,
      name,
      description: place === 0 ? 'Members who join without an invitation.' : null,
      type: isByRule ? 'rule' : 'manual',
      priority: (place + 1) * 10,
      isDefault: place === 0,
      rules: isByRule ? [`email ends with @${getGroupDomain(name)}`] : [],
      unit: isLimited ? (type === 'points' ? 'points' : region.currency) : null,
      spendLimit: isLimited ? (type === 'points' ? 2500 : toPrice(250, region.currency)) : null,
      spendPeriod: isLimited ? 'month' : null,
      createdAt: toIsoTime(createdAt),
      updatedAt: toIsoTime(createdAt),
    }
  })
}
