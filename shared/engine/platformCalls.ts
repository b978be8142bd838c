import { boolean, define, nullable, number, optional, record, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from './api.ts'
import type { Api } from './api.ts'
import { Id, pickUserFields, Permissions, SignedInUser } from './user.ts'

/** Paths of spec.md section 7. With `clientLists`, they are all the console needs of a platform. */
export const platformPaths = {
  login: '/auth/login',
  google: '/superAdmin/auth/google',
  details: '/users/roles/details',
  changePassword: '/users/changePassword',
} as const

/**
 * Paths to sign out, to view as another user, to check earlier devices, and to sign in with a second
 * factor or a passkey. Of these, every platform has only the first one. The console handles
 * `cancelFactor` itself.
 */
export const sessionPaths = {
  logout: '/auth/logout',
  view: '/auth/view',
  checkDevices: '/auth/devices/check',
  secondFactor: '/auth/secondFactor',
  cancelFactor: '/auth/secondFactor/cancel',
  passkeyOptions: '/auth/passkey/options',
  passkey: '/auth/passkey',
} as const

/** The four lists that the console loads at sign-in (spec.md section 3). */
export const clientLists = ['catalogs', 'categories', 'sizes', 'members'] as const
export type ClientList = (typeof clientLists)[number]

export type SignInCredentials = { email: string; password: string }

export const UserDetails = type({ user: SignedInUser, permissions: Permissions })
export type UserDetails = Infer<typeof UserDetails>

export const PasswordChangeRequest = type({
  id: Id,
  currentPassword: string(),
  new_password: string(),
  confirmPassword: string(),
})
export type PasswordChangeRequest = Infer<typeof PasswordChangeRequest>

/** Position of a page in a list; platforms that return plain lists omit it. */
export const PageInfo = type({
  next: nullable(string()),
  previous: nullable(string()),
  total: number(),
  totalIsCapped: boolean(),
  /** Position of its first row in the whole list, from 1; null if unknown. */
  from: optional(nullable(number())),
})
export type PageInfo = Infer<typeof PageInfo>

/** Checks all records at once: a struct of an array creates several objects per item. */
const Records = define<object[]>(
  'records',
  (value) =>
    Array.isArray(value) &&
    value.every((item) => typeof item === 'object' && item !== null && !Array.isArray(item)),
)

export const Counts = record(string(), type({ total: number(), totalIsCapped: boolean() }))
export type Counts = Infer<typeof Counts>

export const ListResponse = type({
  data: Records,
  page: optional(PageInfo),
  counts: optional(Counts),
  sums: optional(Records),
})

/** GET /users/roles/details */
export async function loadUserDetails(api: Api, signal?: AbortSignal): Promise<UserDetails> {
  const response = await api.send({
    method: 'GET',
    path: platformPaths.details,
    ...(signal ? { signal } : {}),
  })
  const { user, permissions } = parseResponse(UserDetails, response.body)
  return { user: pickUserFields(user), permissions }
}

/** PUT /users/changePassword; ignores the response body (spec.md section 7). */
export async function updatePassword(
  api: Api,
  body: PasswordChangeRequest,
  idempotencyKey: string,
): Promise<void> {
  await api.send({ method: 'PUT', path: platformPaths.changePassword, body, idempotencyKey })
}

/**
 * Counts the records of one of the four lists; requests one row, which limits only platforms that
 * page their lists.
 */
export async function countClientList(
  api: Api,
  list: ClientList,
  signal?: AbortSignal,
): Promise<{ count: number; capped: boolean }> {
  const search = new URLSearchParams({ limit: '1' })
  const response = await api.send({
    method: 'GET',
    path: `/${list}`,
    search,
    ...(signal ? { signal } : {}),
  })
  const { data, page } = parseResponse(ListResponse, response.body)
  return { count: page?.total ?? data.length, capped: page?.totalIsCapped ?? false }
}
