import { define, literal, number, string, type, union } from 'superstruct'
import type { Infer } from 'superstruct'
import { isTimeZone } from '../format/zones.ts'
import { userMessages } from './userMessages.ts'

/** An identifier as any platform may give it: ours counts, others use text. */
export const Id = union([string(), number()])
export type Id = Infer<typeof Id>

/** The only `sIdentifier` that may use the console (spec.md section 6). */
export const operatorIdentifier = 1

/** That of accounts which are for stores, and never let in. */
export const storeAdminIdentifier = 2

/** The signed-in user as the platform answers it; further fields are kept but not relied upon (spec.md section 3). */
export const SignedInUser = type({ id: Id, storeId: Id, sIdentifier: literal(operatorIdentifier) })
export type SignedInUser = Infer<typeof SignedInUser> & {
  name?: string
  email?: string
  /** In which instants are shown; null where the platform would keep one and has none yet. */
  timeZone?: string | null
  /** False where the account is for some stores only; a platform that does not say lets all be tried. */
  allStores?: boolean
  /** How many of their jobs have not ended; undefined where the platform has no jobs. */
  jobsUnderWay?: number
  attention?: number
  /** The names of their user groups. */
  groups?: string[]
  /** The names of the first of their stores; undefined where the account is for all stores. */
  storeNames?: string[]
  storeCount?: number
}

/** What the console knows of a user: no other field reaches the page (http.md "Cookies": the token is never in hydration data). */
export function pickUserFields(user: Infer<typeof SignedInUser>): SignedInUser {
  const { id, storeId, sIdentifier } = user
  const text = (name: 'name' | 'email') => {
    const value: unknown = Reflect.get(user, name)
    return typeof value === 'string' ? { [name]: value } : {}
  }
  const timeZone: unknown = Reflect.get(user, 'timeZone')
  const zone = timeZone === null || isTimeZone(timeZone) ? { timeZone } : {}
  const all: unknown = Reflect.get(user, 'allStores')
  const scope = typeof all === 'boolean' ? { allStores: all } : {}
  const underWay: unknown = Reflect.get(user, 'jobsUnderWay')
  const jobs =
    Number.isInteger(underWay) && Number(underWay) >= 0 ? { jobsUnderWay: Number(underWay) } : {}
  const open: unknown = Reflect.get(user, 'attention')
  const attention = Number.isInteger(open) && Number(open) >= 0 ? { attention: Number(open) } : {}
  const names = (name: 'groups' | 'storeNames') => {
    const value: unknown = Reflect.get(user, name)
    const isList = Array.isArray(value) && value.every((one) => typeof one === 'string')
    return isList ? { [name]: value } : {}
  }
  const count: unknown = Reflect.get(user, 'storeCount')
  const stores = Number.isInteger(count) && Number(count) >= 0 ? { storeCount: Number(count) } : {}
  const told = {
    ...text('name'),
    ...text('email'),
    ...zone,
    ...scope,
    ...jobs,
    ...attention,
    ...names('groups'),
    ...names('storeNames'),
    ...stores,
  }
  return { id, storeId, sIdentifier, ...told }
}

/** Permission keys as they arrive with login; looked at at once, since every page asks for some sixty. A key the catalogue does not know is kept. */
export const Permissions = define<string[]>(
  'Permissions',
  (keys) => Array.isArray(keys) && keys.every((key) => typeof key === 'string'),
)

/** Up to two letters for the avatar: of the name, else of the e-mail address, else of the identifier. */
export function getInitials(user: SignedInUser): string {
  const source = user.name ?? user.email?.split('@')[0] ?? userMessages.unnamed(user.id)
  const words = source.split(/[\s._-]+/).filter(Boolean)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters.map((word) => [...(word ?? '?')][0]?.toUpperCase() ?? '?').join('')
}
