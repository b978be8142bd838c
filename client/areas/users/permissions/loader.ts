import type { LoaderFunctionArgs } from 'react-router'
import { ApiFailure } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import type { Option } from '#shared/engine/fields/fieldParts.ts'
import { reference } from '#shared/engine/fields/fields.ts'
import { isPicked, pickedFrom } from '#shared/engine/list/picked.ts'
import type { Picked } from '#shared/engine/list/picked.ts'
import { listRecords, readRecord } from '#shared/engine/recordCalls.ts'
import { pickReferences } from '#shared/engine/fields/references.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { users } from '#shared/areas/users/users.ts'
import {
  found,
  holds,
  neededFor,
  permissionCatalogue,
} from '#shared/areas/users/permissionCatalogue.ts'
import type { Needed, PermissionEntry } from '#shared/areas/users/permissionCatalogue.ts'
import { rightsOf } from '#shared/areas/users/userCalls.ts'
import type { Rights } from '#shared/areas/users/userCalls.ts'
import { apiContext } from '#client/runtime/contexts.ts'
import { throwFailure } from '#client/runtime/failures.ts'
import { permissionWords as say } from './words.ts'

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
  seesUsers: boolean
}

/** Each may be missing; what was not sent yet lacks nothing. Text that names no operator, or several, is refused with the choice. */
export type Asked = {
  who: Picked | string | null
  what: string
  isSent: boolean
  refused?: { error: string | undefined; choices: Option[] | undefined }
}

/** The operator who is asked about, as a form refers to one. */
export const operator = reference(say.operator, users, { hint: say.operatorHint })

export const calledAs = (who: Asked['who']) => (isPicked(who) ? who.label : (who ?? ''))

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
async function mayAsk(api: Api, signal: AbortSignal): Promise<boolean> {
  try {
    await listRecords(api, users, byName(null, 25), signal)
    return true
  } catch (error) {
    if (error instanceof ApiFailure) return false
    throw error
  }
}

/** Who was picked, or is called as was typed: by the e-mail address too. */
async function askedAbout(api: Api, asked: Asked, signal: AbortSignal): Promise<Asked> {
  const { who } = asked
  if (typeof who !== 'string') return asked
  if (who.includes('@')) {
    const filter = { value: who.toLowerCase() }
    const { records } = await listRecords(api, users, byName(filter, 25), signal)
    const [user] = records
    return user ? { ...asked, who: { id: user.id, label: labelOf(users, user) } } : asked
  }
  const { values, errors, choices } = await pickReferences(api, { who: operator }, { who }, signal)
  const refused = { error: errors['who'], choices: choices['who'] }
  return isPicked(values['who']) ? { ...asked, who: values['who'] } : { ...asked, refused }
}

async function userOf(api: Api, who: Asked['who'], signal: AbortSignal) {
  if (!isPicked(who)) return null
  try {
    return await readRecord(api, users, who.id, signal)
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return null
    throw error
  }
}

async function explain(
  api: Api,
  entries: PermissionEntry[],
  { who, what }: Asked,
  signal: AbortSignal,
): Promise<Why> {
  const user = await userOf(api, who, signal)
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

export async function loadPermissions({
  request,
  context,
}: LoaderFunctionArgs): Promise<PermissionsData> {
  const api = context.get(apiContext)
  const { signal } = request
  const params = new URL(request.url).searchParams
  const textAt = (name: string) => (params.get(name) ?? '').trim().slice(0, 200)
  const [search, what] = [textAt('search'), textAt('what')]
  const who = pickedFrom('who', (name) => (params.has(name) ? textAt(name) : undefined)) ?? null
  const isSent = who !== null || what !== '' || params.has('who')
  const typed = isSent || params.has('why') ? { who, what, isSent } : null
  try {
    const [entries, seesUsers] = await Promise.all([
      permissionCatalogue(api, signal),
      mayAsk(api, signal),
    ])
    const asked = typed && seesUsers ? await askedAbout(api, typed, signal) : null
    const isAsked = asked?.who && what !== '' && !asked.refused
    const why = asked && isAsked ? await explain(api, entries, asked, signal) : null
    const needed = neededFor(entries, search)
    const shown = needed.length > 0 ? [] : found(entries, search).map(({ key }) => key)
    return { entries, shown, needed, search, area: params.get('area'), asked, why, seesUsers }
  } catch (error) {
    return throwFailure(error, 'permissions')
  }
}
