import type { Api } from '#shared/engine/api.ts'
import { parseListQuery } from '#shared/engine/list/listQuery.ts'
import { listRecords } from '#shared/engine/recordCalls.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { users } from '#shared/areas/users/users.ts'
import { useMay } from '#client/runtime/ConsoleContext.tsx'
import { isPageFailure, orFailure } from '#client/runtime/failures.ts'
import { Link } from '#client/ui/Link.tsx'
import { membersAt } from './membersAt.ts'
import { groupWords as say } from './words.ts'

const named = 5

/** The first few who are in a group, by name; nobody, to who may not read users. */
export async function namesIn(api: Api, id: number, signal: AbortSignal): Promise<string[]> {
  const { query } = parseListQuery(users, new URL(membersAt({ id }), 'http://x').searchParams)
  const found = await orFailure(listRecords(api, users, { ...query, limit: 25 }, signal), '')
  if (isPageFailure(found)) return []
  return found.records.slice(0, named).map((user) => labelOf(users, user))
}

/** Who is in a group: some by name, and how many, which leads to all of them. */
export function Members({ group, names }: { group: AnyRecord; names: readonly string[] }) {
  const mayRead = useMay()(users, 'read')
  const count = Number(group['members'] ?? 0)
  if (count === 0) return <p>{say.nobody}</p>
  const more = count > names.length && names.length > 0 ? ', ...' : ''
  return (
    <p>
      {mayRead ? <Link to={membersAt(group)}>{say.members(count)}</Link> : say.members(count)}
      {names.length > 0 && `: ${names.join(', ')}${more}`}
    </p>
  )
}
