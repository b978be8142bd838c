import { chance, whole } from './random.ts'
import type { StorePlan } from './storePlan.ts'
import { lines } from './words.ts'

export type MemberGroupRow = {
  id: number
  storeId: number
  name: string
  description: string | null
  type: 'manual' | 'rule'
  priority: number
  isDefault: boolean
}

const others = lines(`
  Managers
  Field staff
  Head office
  New starters
  Contractors
  Night shift
  Sales
  Retired
  Volunteers`)

/** Two to five groups of a store, the first one for whoever joins. */
export function memberGroupsOf(
  { random, index }: StorePlan,
  storeId: number,
  newId: () => number,
): MemberGroupRow[] {
  const more = Array.from(
    { length: whole(random, 1, 4) },
    (_, place) => others[(index + place * 2) % others.length] ?? 'Others',
  )
  return ['Everyone', ...more].map((name, place) => ({
    id: newId(),
    storeId,
    name,
    description: place === 0 ? 'Everybody who joins without an invitation.' : null,
    type: place > 0 && chance(random, 0.3) ? 'rule' : 'manual',
    priority: (place + 1) * 10,
    isDefault: place === 0,
  }))
}
