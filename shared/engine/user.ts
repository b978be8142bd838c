import { define, literal, number, string, type, union } from 'superstruct'
import type { Infer } from 'superstruct'
import { is } from './is.ts'
import { isTimeZone } from '../format/zones.ts'
import { userMessages } from './userMessages.ts'

/** An identifier from any platform: ours uses numbers, others use text. */
export const Id = union([string(), number()])
export type Id = Infer<typeof Id>

/** The only `sIdentifier` that can use the console (spec.md section 6). */
export const operatorIdentifier = 1

/** The `sIdentifier` of store admins, who can never sign in to the console. */
export const storeAdminIdentifier = 2

/**
 * The signed-in user as the platform returns it; other fields are kept but not relied on (spec.md
 * section 3).
 */
export const SignedInUser = type({ id: Id, storeId: Id, sIdentifier: literal(operatorIdentifier) })
export type SignedInUser = Infer<typeof SignedInUser> & {
  name?: string
  email?: string
  /** Time zone in which instants are shown; null if the platform stores one but none is set. */
  timeZone?: string | null
  /** False if the account is limited to some stores; if undefined, every store can be tried. */
  allStores?: boolean
  /** How many of the user's jobs are active; undefined if the platform has no jobs. */
  jobsUnderWay?: number
  attention?: number
  /** Names of the user's groups. */
  groups?: string[]
  /** Names of the first of the user's stores; undefined if the account covers all stores. */
  storeNames?: string[]
  storeCount?: number
  /** Set if this isn't the operator's own account, but one that they view. */
  view?: AccountView
}

/** A view of another account: the name of who views it, and when it ends (ISO 8601). */
const AccountView = type({ viewer: string(), until: string() })
export type AccountView = Infer<typeof AccountView>

/**
 * Picks what the console knows of a user: no other field reaches the page (http.md, "Cookies": the
 * token is never in hydration data).
 */
export function pickUserFields(user: Infer<typeof SignedInUser>): SignedInUser {
  const { id, storeId, sIdentifier } = user
  const text = (name: 'name' | 'email') => {
    const value: unknown = Reflect.get(user, name)
    return typeof value === 'string' ? { [name]: value } : {}
  }
  const timeZone: unknown = Reflect.get(user, 'timeZone')
  const zone = timeZone === null || isTimeZone(timeZone) ? { timeZone } : {}
  const allStores: unknown = Reflect.get(user, 'allStores')
  const scope = typeof allStores === 'boolean' ? { allStores } : {}
  const jobsUnderWay: unknown = Reflect.get(user, 'jobsUnderWay')
  const jobs =
    Number.isInteger(jobsUnderWay) && Number(jobsUnderWay) >= 0
      ? { jobsUnderWay: Number(jobsUnderWay) }
      : {}
  const attentionCount: unknown = Reflect.get(user, 'attention')
  const attention =
    Number.isInteger(attentionCount) && Number(attentionCount) >= 0
      ? { attention: Number(attentionCount) }
      : {}
  const parseNames = (name: 'groups' | 'storeNames') => {
    const value: unknown = Reflect.get(user, name)
    const isList = Array.isArray(value) && value.every((one) => typeof one === 'string')
    return isList ? { [name]: value } : {}
  }
  const storeCount: unknown = Reflect.get(user, 'storeCount')
  const stores =
    Number.isInteger(storeCount) && Number(storeCount) >= 0
      ? { storeCount: Number(storeCount) }
      : {}
  const view: unknown = Reflect.get(user, 'view')
  const optionalFields = {
    ...text('name'),
    ...text('email'),
    ...zone,
    ...scope,
    ...jobs,
    ...attention,
    ...parseNames('groups'),
    ...parseNames('storeNames'),
    ...stores,
    // Superstruct creates an error with a stack for a value that doesn't match.
    ...(view !== undefined && is(view, AccountView)
      ? { view: { viewer: view.viewer, until: view.until } }
      : {}),
  }
  return { id, storeId, sIdentifier, ...optionalFields }
}

/**
 * Permission keys as they arrive with sign-in, checked in one pass because every page has some
 * sixty. Unknown keys are kept.
 */
export const Permissions = define<string[]>(
  'Permissions',
  (keys) => Array.isArray(keys) && keys.every((key) => typeof key === 'string'),
)

/** Returns up to two letters for the avatar, from the name, email address, or identifier. */
export function getInitials(user: SignedInUser): string {
  const source = user.name ?? user.email?.split('@')[0] ?? userMessages.unnamed(user.id)
  const words = source.split(/[\s._-]+/).filter(Boolean)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters.map((word) => [...(word ?? '?')][0]?.toUpperCase() ?? '?').join('')
}
