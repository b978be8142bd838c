import type { LoaderFunctionArgs } from 'react-router'
import { ApiError } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import type { Option } from '#shared/engine/fields/fieldParts.ts'
import { reference } from '#shared/engine/fields/fields.ts'
import { isReferenceValue, parseReferenceValue } from '#shared/engine/list/referenceValues.ts'
import type { ReferenceValue } from '#shared/engine/list/referenceValues.ts'
import type { Sort } from '#shared/engine/list/listQuery.ts'
import { listRecords, loadRecord } from '#shared/engine/recordCalls.ts'
import { resolveReferences } from '#shared/engine/fields/references.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { users } from '#shared/areas/users/users.ts'
import {
  searchPermissions,
  includesPermission,
  findRequiredPermissions,
  loadPermissionCatalog,
} from '#shared/areas/users/permissionCatalog.ts'
import type { RequiredPermission, PermissionEntry } from '#shared/areas/users/permissionCatalog.ts'
import { loadUserPermissions } from '#shared/areas/users/userCalls.ts'
import type { UserPermissions } from '#shared/areas/users/userCalls.ts'
import { apiContext } from '#client/runtime/contexts.ts'
import { throwAsPageFailure } from '#client/runtime/failures.ts'
import { permissionsMessages } from './messages.ts'

type PermissionAnswer = {
  right: string
  has: boolean
  from: string[]
  /** Null if the operator may not see groups. */
  groups: string[] | null
  granting: string[]
}

export type AccessCheck = {
  user: AnyRecord | null
  permissions: UserPermissions | null
  answers: PermissionAnswer[]
}

export type PermissionsData = {
  entries: PermissionEntry[]
  shown: string[]
  /**
   * Permissions required by the route or call in the search; for any other text, `shown` lists the
   * matching areas.
   */
  required: RequiredPermission[]
  search: string
  /** The key of the area whose panel is open. */
  area: string | null
  /** Null if no access check is open. */
  question: AccessQuestion | null
  why: AccessCheck | null
  canSeeUsers: boolean
}

/**
 * The input of an access check, whose parts may be missing. Missing parts are an error only after
 * submitting. `rejection` is set if the text matches no user or several.
 */
export type AccessQuestion = {
  who: ReferenceValue | string | null
  what: string
  isSent: boolean
  rejection?: { error: string | undefined; choices: Option[] | undefined }
}

/** The user to check, as a form field. */
export const operatorField = reference(permissionsMessages.operator, 'users', {
  hint: permissionsMessages.operatorHint,
})

export const getSubjectLabel = (who: AccessQuestion['who']) =>
  isReferenceValue(who) ? who.label : (who ?? '')

/** Builds the URL of the page with its search and an optional panel. */
export function buildPermissionsUrl(search: string, panel: Readonly<Record<string, string>> = {}) {
  const params = new URLSearchParams({ ...(search && { search }), ...panel })
  return params.size > 0 ? `/permissions?${params}` : '/permissions'
}

const createUserQuery = (filter: { value: string } | null, limit: number) => ({
  search: '',
  filters: filter ? [{ field: 'email', op: 'eq' as const, ...filter }] : [],
  sort: [{ field: 'name', descending: false }] satisfies Sort,
  limit,
  after: null,
})

/** Returns whether the operator may list users. Without that, access checks aren't offered. */
async function canListUsers(api: Api, signal: AbortSignal): Promise<boolean> {
  try {
    await listRecords(api, users, createUserQuery(null, 25), signal)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

/** Resolves the selected user, or one whose name or email address was typed. */
async function resolveSubject(
  api: Api,
  question: AccessQuestion,
  signal: AbortSignal,
): Promise<AccessQuestion> {
  const { who } = question
  if (typeof who !== 'string') return question
  if (who.includes('@')) {
    const filter = { value: who.toLowerCase() }
    const { records } = await listRecords(api, users, createUserQuery(filter, 25), signal)
    const [user] = records
    return user ? { ...question, who: { id: user.id, label: getLabel(users, user) } } : question
  }
  const { values, errors, choices } = await resolveReferences(
    api,
    { who: operatorField },
    { who },
    signal,
  )
  const refused = { error: errors['who'], choices: choices['who'] }
  return isReferenceValue(values['who'])
    ? { ...question, who: values['who'] }
    : { ...question, rejection: refused }
}

async function findSubject(api: Api, who: AccessQuestion['who'], signal: AbortSignal) {
  if (!isReferenceValue(who)) return null
  try {
    return await loadRecord(api, users, who.id, signal)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

async function checkAccess(
  api: Api,
  entries: PermissionEntry[],
  { who, what }: AccessQuestion,
  signal: AbortSignal,
): Promise<AccessCheck> {
  const user = await findSubject(api, who, signal)
  const userPermissions = user && (await loadUserPermissions(api, user.id, signal))
  const groups = entries.some((entry) => entry.groups)
    ? entries.flatMap((entry) => entry.groups ?? [])
    : null
  const permissions = userPermissions?.rights.map(({ right: permission }) => permission) ?? []
  const grants = entries.flatMap((entry) => entry.grants ?? [])
  return {
    user,
    permissions: userPermissions,
    answers: findRequiredPermissions(entries, what).map(({ right: permission }) => ({
      right: permission,
      has: includesPermission(permissions, permission),
      from: userPermissions?.rights.find((one) => one.right === permission)?.from ?? [],
      groups:
        groups?.filter((group) => group.rights.includes(permission)).map(({ name }) => name) ??
        null,
      granting: grants.find((one) => one.right === permission)?.names ?? [],
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
  const getTextParam = (name: string) => (params.get(name) ?? '').trim().slice(0, 200)
  const [search, what] = [getTextParam('search'), getTextParam('what')]
  const who =
    parseReferenceValue('who', (name) => (params.has(name) ? getTextParam(name) : undefined)) ??
    null
  const isSent = who !== null || what !== '' || params.has('who')
  const typedQuestion = isSent || params.has('why') ? { who, what, isSent } : null
  try {
    const [entries, canSeeUsers] = await Promise.all([
      loadPermissionCatalog(api, signal),
      canListUsers(api, signal),
    ])
    const question =
      typedQuestion && canSeeUsers ? await resolveSubject(api, typedQuestion, signal) : null
    const isAsked = question?.who && what !== '' && !question.rejection
    const why = question && isAsked ? await checkAccess(api, entries, question, signal) : null
    const required = findRequiredPermissions(entries, search)
    const shown =
      required.length > 0 ? [] : searchPermissions(entries, search).map(({ key }) => key)
    return {
      entries,
      shown,
      required,
      search,
      area: params.get('area'),
      question,
      why,
      canSeeUsers,
    }
  } catch (error) {
    return throwAsPageFailure(error, 'permissions')
  }
}
