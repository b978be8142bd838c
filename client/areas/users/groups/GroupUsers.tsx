import type { Api } from '#shared/engine/api.ts'
import { parseListQuery } from '#shared/engine/list/listQuery.ts'
import { listRecords } from '#shared/engine/recordCalls.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { users } from '#shared/areas/users/users.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { isPageFailure, resolveOrFailure } from '#client/runtime/failures.ts'
import { Link } from '#client/ui/Link.tsx'
import { buildGroupUsersUrl } from './buildGroupUsersUrl.ts'
import { userGroupsMessages } from './messages.ts'

const maxNamedUsers = 5

/** Loads the names of the first few users in a group. Empty if the operator may not read users. */
export async function loadGroupUserNames(
  api: Api,
  id: number,
  signal: AbortSignal,
): Promise<string[]> {
  const { query } = parseListQuery(
    users,
    new URL(buildGroupUsersUrl({ id }), 'http://x').searchParams,
  )
  const page = await resolveOrFailure(listRecords(api, users, { ...query, limit: 25 }, signal), '')
  if (isPageFailure(page)) return []
  return page.records.slice(0, maxNamedUsers).map((user) => getLabel(users, user))
}

/** Shows who is in a group: some names, and the number of users, which links to all of them. */
export function GroupUsers({ group, names }: { group: AnyRecord; names: readonly string[] }) {
  const canRead = useCan()(users, 'read')
  const count = Number(group['members'] ?? 0)
  if (count === 0) return <p>{userGroupsMessages.noUsers}</p>
  const more = count > names.length && names.length > 0 ? ', ...' : ''
  return (
    <p>
      {canRead ? (
        <Link to={buildGroupUsersUrl(group)}>{userGroupsMessages.members(count)}</Link>
      ) : (
        userGroupsMessages.members(count)
      )}
      {names.length > 0 && `: ${names.join(', ')}${more}`}
    </p>
  )
}
