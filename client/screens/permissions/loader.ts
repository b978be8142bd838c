import type { LoaderFunctionArgs } from 'react-router'
import { ApiFailure } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { listRecords } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { users } from '#shared/resources/users.ts'
import { found, holds, neededFor, permissionCatalogue } from '#shared/users/permissionCatalogue.ts'
import type { Needed, PermissionEntry } from '#shared/users/permissionCatalogue.ts'
import { rightsOf } from '#shared/users/userCalls.ts'
import type { Rights } from '#shared/users/userCalls.ts'
import { apiContext } from '#client/contexts.ts'
import { throwFailure } from '#client/failures.ts'

type Answer = {
  right: string
  has: boolean
  from: string[]
  /** Null where the reader may not see groups. */
  groups: string[] | null
  granting: string[]
}

export type Why = {
  user: AnyRecord | null
  held: Rights | null
  answers: Answer[]
}

export type PermissionsData = {
  entries: PermissionEntry[]
  shown: string[]
  /** What the search names as a route or a call needs; the areas stand for any other text. */
  needed: Needed[]
  search: string
  /** The key of the area whose panel is open. */
  area: string | null
  /** Null where nothing is asked. */
  asked: Asked | null
  why: Why | null
  /** None where the reader may not see users. */
  operators: { name: string; email: string }[]
}

/** Each may be missing; what was not sent yet lacks nothing. */
export type Asked = { who: string; what: string; isSent: boolean }

/** The page with what was searched, and a panel over it. */
export function permissionsAt(search: string, panel: Readonly<Record<string, string>> = {}) {
  const params = new URLSearchParams({ ...(search && { search }), ...panel })
  return params.size > 0 ? `/permissions?${params}` : '/permissions'
}

const byName = (filter: { value: string } | null, limit: number) => ({
  search: '',
  filters: filter ? [{ field: 'email', op: 'eq' as const, ...filter }] : [],
  sort: { field: 'name', descending: false },
  limit,
  after: null,
})

/** Who may not see users is offered no explanation of theirs. */
async function operatorsOf(api: Api, signal: AbortSignal): Promise<PermissionsData['operators']> {
  try {
    const { records } = await listRecords(api, users, byName(null, 100), signal)
    return records.map(({ name, email }) => ({ name: String(name), email: String(email) }))
  } catch (error) {
    if (error instanceof ApiFailure) return []
    throw error
  }
}

async function explain(
  api: Api,
  entries: PermissionEntry[],
  { who, what }: Asked,
  signal: AbortSignal,
): Promise<Why> {
  const filter = { value: who.toLowerCase() }
  const { records } = await listRecords(api, users, byName(filter, 25), signal)
  const [user = null] = records
  const held = user && (await rightsOf(api, user.id, signal))
  const groups = entries.some((entry) => entry.groups)
    ? entries.flatMap((entry) => entry.groups ?? [])
    : null
  const rights = held?.rights.map(({ right }) => right) ?? []
  const grants = entries.flatMap((entry) => entry.grants ?? [])
  return {
    user,
    held,
    answers: neededFor(entries, what).map(({ right }) => ({
      right,
      has: holds(rights, right),
      from: held?.rights.find((one) => one.right === right)?.from ?? [],
      groups:
        groups?.filter((group) => group.rights.includes(right)).map(({ name }) => name) ?? null,
      granting: grants.find((one) => one.right === right)?.names ?? [],
    })),
  }
}

export async function loader({ request, context }: LoaderFunctionArgs): Promise<PermissionsData> {
  const api = context.get(apiContext)
  const { signal } = request
  const params = new URL(request.url).searchParams
  const [search, who, what] = ['search', 'who', 'what'].map((name) =>
    (params.get(name) ?? '').trim().slice(0, 200),
  ) as [string, string, string] // One for each name.
  const isSent = who !== '' || what !== '' || params.has('who')
  const asked = isSent || params.has('why') ? { who, what, isSent } : null
  try {
    const [entries, operators] = await Promise.all([
      permissionCatalogue(api, signal),
      operatorsOf(api, signal),
    ])
    const isAsked = who !== '' && what !== '' && operators.length > 0
    const why = asked && isAsked ? await explain(api, entries, asked, signal) : null
    const needed = neededFor(entries, search)
    const shown = needed.length > 0 ? [] : found(entries, search).map(({ key }) => key)
    return { entries, shown, needed, search, area: params.get('area'), asked, why, operators }
  } catch (error) {
    return throwFailure(error, 'permissions')
  }
}
