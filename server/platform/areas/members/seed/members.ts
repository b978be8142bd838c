import { findSeedRuleGroup, getGroupDomain } from './memberGroups.ts'
import type { MemberGroupRow } from './memberGroups.ts'
import { generatePerson } from '#server/platform/demoData/people.ts'
import { toIsoTime } from '#server/platform/demoData/period.ts'
import type { SeedPeriod } from '#server/platform/demoData/period.ts'
import { rollChance, pickRandom } from '#server/platform/demoData/random.ts'
import type { StorePlan } from '#server/platform/demoData/storePlan.ts'
import type { MemberRow } from '#server/platform/demoData/rows.ts'

/**
 * Generates the members of a store. All joined before the demo period starts, or when the store was
 * created if that is later.
 */
export function generateMembers(
  { random, createdAt }: StorePlan,
  groups: readonly MemberGroupRow[],
  { count, period, newId }: { count: number; period: SeedPeriod; newId: () => number },
): MemberRow[] {
  const until = Math.max(createdAt, period.firstDay)
  const byHand = groups.filter(({ type }) => type === 'manual')
  return Array.from({ length: count }, (_, index) => {
    const assigned = rollChance(random, 0.02) ? null : pickRandom(random, byHand, 1.7)
    const joined = toIsoTime(createdAt + Math.floor(random() * (until - createdAt)))
    const { name, email } = generatePerson(random, index + 1)
    const ruleGroup = findSeedRuleGroup(groups, index)
    const group = ruleGroup ?? assigned
    return {
      id: newId(),
      name,
      email: ruleGroup ? email.replace(/@.*/, `@${getGroupDomain(ruleGroup.name)}`) : email,
      storeId: groups[0]?.storeId ?? 0,
      groupId: group?.id ?? null,
      active: rollChance(random, 0.92),
      invite: false,
      createdAt: joined,
      updatedAt: joined,
    }
  })
}
