import type { Client } from 'pg'
import { generatePerson } from '#server/platform/demoData/people.ts'
import { createRandom } from '#server/platform/demoData/random.ts'
import type { ScaleSize } from './scaleSize.ts'

export type ScaleStore = {
  id: number
  name: string
  unit: string
  currency: string
  groupIds: readonly number[]
}

/** The stores and members of the seeded rows. All of it is computed from a member's index, so a later start gets the same. */
export type People = {
  stores: readonly ScaleStore[]
  memberCount: number
  firstMemberId: number
  /** Returns a member's store. */
  getStore: (member: number) => ScaleStore
  getGroupId: (member: number) => number | null
  getName: (member: number) => string
}

/** A fast hash of two numbers, from 0 (inclusive) to 1 (exclusive). */
export function hashNumbers(one: number, other: number): number {
  let mixed = Math.imul(one ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(other + 0x7f4a7c15, 0xc2b2ae35)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39)
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
}

/** Reads the stores, and distributes the members among them: the first store has the most. */
export async function loadPeople(client: Client, { members }: ScaleSize): Promise<People> {
  const { rows: stores } = await client.query<ScaleStore>(`
    select stores.id, stores.name, case when stores.type = 'points' then 'points' else default_currency end as unit,
      default_currency as currency, array_agg(member_groups.id order by member_groups.id)
        filter (where member_groups.type = 'manual') as "groupIds"
    from stores left join member_groups on store_id = stores.id group by stores.id order by stores.id`)
  const { rows } = await client.query<{ first: number }>(
    `select coalesce(max(id), 0) + 1 as first from members where created_by <> 'bench'`,
  )
  const storeIndexes = new Uint16Array(members)
  const weights = stores.map((_, index) => 1 / Math.sqrt(index + 1))
  const pickStoreIndex = createPicker(weights)
  for (let member = 0; member < members; member++)
    storeIndexes[member] = pickStoreIndex(hashNumbers(member, 1))
  const getStore = (member: number): ScaleStore => {
    const store = stores[storeIndexes[member] ?? 0]
    if (!store) throw new Error('There are no stores.')
    return store
  }
  return {
    stores,
    memberCount: members,
    firstMemberId: rows[0]?.first ?? 1,
    getStore,
    getGroupId(member) {
      const groups = getStore(member).groupIds ?? []
      return groups[Math.floor(hashNumbers(member, 2) * groups.length)] ?? null
    },
    getName: (member) => getPerson(member).name,
  }
}

/** Returns a member's name and email address. The address has the member's number, so it's unique. */
export const getPerson = (member: number) => generatePerson(createRandom(11, member), member + 1)

/** Returns a function that picks the index of a weight by a number from 0 to 1. */
function createPicker(weights: readonly number[]): (random: number) => number {
  const sums = new Float64Array(weights.length)
  let sum = 0
  for (const [index, weight] of weights.entries()) sums[index] = sum += weight
  return (random) => {
    const target = random * sum
    let [low, high] = [0, sums.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) > target) high = middle
      else low = middle + 1
    }
    return low
  }
}
