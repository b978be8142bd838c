import { copyRows } from './copyRows.ts'
import { getPerson, hashNumbers } from './people.ts'
import type { People } from './people.ts'

/** Members that one transaction copies. A start that was interrupted continues after the last one. */
export const membersPerCopy = 500_000

const columns = [
  'id',
  'name',
  'email',
  'store_id',
  'group_id',
  'active',
  'invite',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
]

/** Copies the members from `start` on. Resolves to their number. */
export async function copyMembers(
  databaseUrl: string,
  people: People,
  start: number,
  now: Date,
): Promise<number> {
  const end = Math.min(start + membersPerCopy, people.memberCount)
  const firstId = people.firstMemberId + start
  const target = {
    table: 'members',
    columns,
    before: `delete from members where id between ${firstId} and ${people.firstMemberId + end - 1}`,
  }
  return copyRows(databaseUrl, [target], generateMembers(people, start, end, now))
}

const fiveYearsInMs = 5 * 365 * 24 * 60 * 60_000

function* generateMembers(people: People, start: number, end: number, now: Date) {
  for (let member = start; member < end; member++) {
    const { name, email } = getPerson(member)
    const joined = new Date(now.getTime() - Math.floor(hashNumbers(member, 3) * fiveYearsInMs))
    const joinedAt = joined.toISOString()
    const isActive = hashNumbers(member, 4) < 0.92
    yield [
      [
        people.firstMemberId + member,
        name,
        email,
        people.getStore(member).id,
        people.getGroupId(member),
        isActive,
        false,
        joinedAt,
        'bench',
        joinedAt,
        'bench',
      ],
    ]
  }
}
