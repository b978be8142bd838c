import { areas } from '#server/platform/areas/index.ts'
import { buildCalls } from '#server/platform/core/area/buildCalls.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { getAreaActions, permissionKeys } from '#shared/permissions/permissions.ts'
import { findStoreList } from '#shared/engine/storeList.ts'
import { resources } from '#shared/areas/index.ts'
import { rotateSecretsJob } from '#server/platform/keys/rotateSecretsJob.ts'
import { openSession, createCaller } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { allPermissions, expandPermissions } from '#tests/api/support/permissions.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'

const guardedCalls = buildCalls(areas).flatMap((call) =>
  call.kind === 'open' ? [] : [{ ...call, name: `${call.method} ${call.path}` }],
)
const callsWithPermission = guardedCalls.flatMap(({ permission: needs, ...call }) =>
  needs === 'signedIn' ? [] : [{ ...call, needs }],
)
const toPath = (path: string) => path.replace(':id', '1')

const requiredPermissions = [...new Set(callsWithPermission.map(({ needs }) => needs))]

/**
 * Returns all permissions except this one; leaving out read also leaves out its key and actions.
 */
const getAllExcept = (right: string) => {
  const [key = '', action] = right.split(':')
  const isCovered = (one: string) => one === key || one.startsWith(`${key}:`)
  return allPermissions.filter((one) => (action === 'read' ? !isCovered(one) : one !== right))
}

describe.each(chooseDatabases('PostgreSQL'))('Call permissions on $name', (database) => {
  const platform = usePlatform(database)
  let callersWithout: Record<string, Caller>
  let callersWithOnly: Record<string, Caller>
  beforeAll(async () => {
    const addCaller = async (permissions: readonly string[]) =>
      openSession(platform(), await platform().addAccount(permissions))
    // At most fifty sign-ins per network can run at once.
    const addCallers = async (getPermissions: (right: string) => readonly string[]) => {
      const entries: (readonly [string, Caller])[] = []
      for (let from = 0; from < requiredPermissions.length; from += 25)
        entries.push(
          ...(await Promise.all(
            requiredPermissions
              .slice(from, from + 25)
              .map(async (right) => [right, await addCaller(getPermissions(right))] as const),
          )),
        )
      return entries
    }
    callersWithout = Object.fromEntries(await addCallers(getAllExcept))
    callersWithOnly = Object.fromEntries(await addCallers((right) => [right]))
  })

  test.each(guardedCalls)(
    "$name rejects a caller who isn't signed in",
    async ({ method, path }) => {
      const answer = await createCaller(platform())(method, toPath(path))
      expect(answer).toMatchObject({ status: 401, body: { code: 'signed_out' } })
    },
  )

  test.each(callsWithPermission)(
    '$name rejects an account without $needs',
    async ({ method, path, needs }) => {
      const answer = await callersWithout[needs]?.(method, toPath(path))
      expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden', permission: needs } })
    },
  )

  test.each(callsWithPermission)(
    '$name accepts an account with $needs only',
    async ({ method, path, needs }) => {
      // An opened stream doesn't end, so an unknown filter gets it rejected.
      const query = path.endsWith('/events') ? '?filter[none][eq]=1' : ''
      const answer = await callersWithOnly[needs]?.(method, toPath(path) + query)
      // The record or body is missing, or the account or group has more permissions.
      expect(answer?.body?.permission).toBeUndefined()
      expect([200, 201, 202, 204, 400, 403, 404, 409, 415, 422, 428]).toContain(answer?.status)
    },
  )

  test('a key without actions includes all of its actions, and any action includes read', async () => {
    const loadPermissions = async (permissions: readonly string[]) => {
      const call = await openSession(platform(), await platform().addAccount(permissions))
      return (await call('GET', '/users/roles/details')).body.permissions
    }
    expect(await loadPermissions(['Sizes'])).toEqual(expandPermissions(['Sizes']))
    expect(await loadPermissions(['Sizes:write'])).toEqual(['Sizes', 'Sizes:read', 'Sizes:write'])
    expect(await loadPermissions(['Sizes', 'Sizes:read'])).toEqual(['Sizes', 'Sizes:read'])
  })
})

/** The actions of the calls that every resource has (shared/engine/recordCalls.ts). */
const genericActions = {
  'get ': 'read',
  'get /export': 'export',
  'post /imports': 'write',
  'get /imports/:id': 'write',
  'post /imports/:id/check': 'write',
  'post /imports/:id/run': 'write',
  'get /imports/:id/failed/export': 'write',
  'get /imports/:id/rows': 'write',
  'get /imports/:id/rows/export': 'write',
  'post ': 'write',
  'post /many': 'write',
  'post /many/check': 'write',
  'post /bulk/plan': 'write',
  'post /bulk': 'write',
  'put /order': 'write',
  'get /:id': 'read',
  'patch /:id': 'write',
  'delete /:id': 'delete',
  'post /:id/restore': 'delete',
  'get /:id/history': 'read',
  'get /:id/uses': 'read',
}
/**
 * Calls for lists of stores; a list that stores keep themselves needs permission to write stores.
 */
const storeLists = Object.fromEntries(
  resources.flatMap((resource) => {
    const list = findStoreList(resource)
    if (!list) return []
    const { name, permission } = resource
    const write = list.kind === 'store' ? 'storesRead:write' : `${permission}:write`
    return [
      [`get /${name}/:id/stores`, `${permission}:read`],
      [`post /${name}/:id/stores/plan`, write],
      [`post /${name}/:id/stores`, write],
    ]
  }),
)
const permissionByCall = new Map<string, string>(
  resources.flatMap(({ name, permission }) =>
    Object.entries(genericActions).map(([call, action]) => {
      const [method, rest] = call.split(' ')
      return [`${method} /${name}${rest}`, `${permission}:${action}`] as const
    }),
  ),
)

test('the generic calls of each resource need the permissions of its definition', () => {
  const genericCalls = callsWithPermission.filter(({ name }) => permissionByCall.has(name))
  expect(new Set(genericCalls.map(({ path }) => path.split('/')[1]))).toEqual(
    new Set(resources.map(({ name }) => name)),
  )
  for (const { name, needs } of genericCalls) expect(needs, name).toBe(permissionByCall.get(name))
})

test('the other calls need the permissions of their screens', () => {
  const others = callsWithPermission.filter(({ name }) => !permissionByCall.has(name))
  expect(Object.fromEntries(others.map(({ name, needs }) => [name, needs]))).toEqual({
    ...storeLists,
    'get /stores/available': 'storesRead:read',
    'get /stores/host': 'storesRead:read',
    'get /stores/overrides': 'storesRead:read',
    'get /blueprints/:id/differences': 'storesRead:read',
    'post /stores/checks': 'storesRead:write',
    'post /stores/:id/status': 'storesRead:write',
    'delete /stores/:id/status': 'storesRead:write',
    'post /stores/:id/deletion': 'storesRead:delete',
    'delete /stores/:id/deletion': 'storesRead:delete',
    'post /stores/:id/duplicate': 'storesRead:write',
    'post /stores/:id/setups': 'storesRead:write',
    'post /stores/:id/admin/invitation': 'storesRead:write',
    'get /stores/:id/readiness': 'storesRead:read',
    'get /stores/:id/admin': 'storesRead:read',
    'get /stores/:id/setups': 'storesRead:read',
    'get /stores/:id/signOnAddresses': 'storesRead:read',
    'get /stores/:id/domain': 'storesRead:read',
    'post /stores/:id/domain/verification': 'storesRead:write',
    'get /stores/:id/figures': 'storesRead:read',
    'get /stores/:id/credits': 'storesRead:read',
    'get /stores/:id/integrations': 'storesRead:read',
    'post /users/invitations': 'users:write',
    'post /users/:id/link': 'users:write',
    'post /users/:id/status': 'users:write',
    'get /users/:id/sessions': 'users:read',
    'delete /users/:id/sessions': 'users:write',
    'delete /users/:id/sessions/:session': 'users:write',
    'delete /users/:id/factors': 'users:write',
    'get /users/:id/rights': 'users:read',
    'post /userGroups/:id/replacement': 'usersGroups:delete',
    'get /memberGroups/:id/duplicatePreview': 'dashboardRead:read',
    'get /memberGroups/:id/preview': 'dashboardRead:read',
    'get /memberNames': 'dashboardRead:read',
    'get /memberGroupPreview': 'dashboardRead:read',
    'post /memberGroups/:id/members': 'dashboardRead:write',
    'post /memberGroups/:id/undo/:move': 'dashboardRead:write',
    'post /memberGroups/:id/duplicates': 'dashboardRead:write',
    'post /memberGroups/:id/removal': 'dashboardRead:delete',
    'post /memberGroups/:id/programApproval': 'dashboardRead:write',
    'get /members/:id/overview': 'dashboardRead:read',
    'get /members/:id/timeline': 'dashboardRead:read',
    'get /members/:id/creditCheck': 'dashboardRead:read',
    'get /members/:id/signInCheck': 'dashboardRead:read',
    'post /members/:id/suspension': 'dashboardRead:write',
    'post /members/:id/reactivation': 'dashboardRead:write',
    'post /members/:id/invitation': 'dashboardRead:write',
    'get /members/:id/export': 'dashboardRead:export',
    'post /members/:id/erase': 'dashboardRead:erase',
    'post /memberSignIns': 'dashboardRead:write',
    'get /creditAllowance': 'dashboardRead:read',
    'get /creditRequests/:id/approvers': 'dashboardRead:read',
    'post /creditRequests/:id/decision': 'dashboardRead:write',
    'post /creditEntries/:id/expiry': 'dashboardRead:write',
    'post /creditEntries/:id/reversal': 'dashboardRead:write',
    'get /logChains/:chain/verification': 'storesRead:read',
    'get /logChains/:chain/checkpoints/export': 'storesRead:read',
    'get /logChains/0/verification': 'users:read',
    'get /logChains/0/checkpoints/export': 'users:read',
    'get /platformLogEntries/events': 'users:read',
    'get /logEntries/events': 'storesRead:read',
    'get /trainingCategories/:id/completion': 'Colors:read',
    'post /trainingCategories/:id/status': 'Colors:write',
    'post /trainingContent/:id/status': 'Colors:write',
    'post /trainingCategories/:id/duplicate': 'Colors:write',
    'post /themes/:id/status': 'modulesRead:write',
    'post /themes/:id/assign': 'storesRead:write',
    'get /adminSignOns/:id/sides': 'storesRead:read',
    'post /adminSignOns/:id/rotation': 'storesRead:write',
    'post /adminSignOns/:id/test': 'storesRead:write',
    'post /adminSignOns/typedTest': 'storesRead:write',
    'post /adminSignOns/:id/typedTest': 'storesRead:write',
    'get /adminSignOns/:id/tests': 'storesRead:read',
    'get /adminSignOns/:id/tests/events': 'storesRead:read',
    'post /adminSignOns/:id/state': 'storesRead:write',
    'get /memberSignOns/:id/files': 'storesRead:read',
    'get /memberSignOns/:id/lead': 'storesRead:read',
    'get /memberSignOns/:id/sides': 'storesRead:read',
    'post /memberSignOns/:id/test': 'storesRead:write',
    'post /memberSignOns/typedTest': 'storesRead:write',
    'post /memberSignOns/:id/typedTest': 'storesRead:write',
    'get /memberSignOns/:id/tests': 'storesRead:read',
    'get /memberSignOns/:id/tests/events': 'storesRead:read',
    'post /memberSignOns/:id/state': 'storesRead:write',
    'post /signOnMetadata': 'storesRead:write',
    'post /paymentAttempts/retries': 'payments:write',
    'post /paymentAttempts/:id/retry': 'payments:write',
    'post /paymentAttempts/:id/schedule': 'payments:write',
    'post /paymentAttempts/:id/link': 'payments:write',
    'post /paymentAttempts/:id/dismissal': 'payments:write',
    'delete /paymentAttempts/:id/dismissal': 'payments:write',
    'put /paymentAttempts/:id/owner': 'payments:write',
    'post /paymentAttempts/:id/outcome': 'payments:write',
    'get /paymentAttempts/:id/rule': 'payments:read',
    'post /incidents/:id/resolution': 'payments:write',
    'put /incidents/:id/owner': 'payments:write',
    'get /incidents/:id/stores': 'payments:read',
    'get /incidents/:id/payments': 'payments:read',
    'post /incidents/:id/retries': 'payments:write',
    'post /incidents/:id/links': 'payments:write',
    'get /alertLinks/:token': 'ordersRead:read',
    'post /attentionItems/:id/state': 'ordersRead:write',
    'post /auth/view': 'users:viewAs',
    'put /attentionItems/:id/owner': 'ordersRead:write',
    'get /orders/:id/timeline': 'payments:read',
    'get /orders/:id/charges': 'payments:read',
    'get /orders/:id/refundableCharges': 'payments:read',
    'post /orders/:id/refunds': 'payments:write',
    'get /paymentRefunds/:id/approvers': 'payments:read',
    'post /paymentRefunds/:id/decision': 'payments:write',
    'post /paymentRefunds/:id/retry': 'payments:write',
    'post /paymentRefunds/:id/check': 'payments:write',
    'post /paymentRefunds/:id/outcome': 'payments:write',
    'post /orders/:id/reveal': 'payments:reveal',
    'post /paymentAttempts/:id/reveal': 'payments:reveal',
    'post /giftCards/:id/reveal': 'payments:reveal',
    'post /logEntries/:id/reveal': 'payments:reveal',
    'post /mails/:id/reveal': 'payments:reveal',
    'post /platformLogEntries/:id/reveal': 'payments:reveal',
    'post /smtpSettings/:id/assign': 'storesRead:write',
    'post /smtpSettings/:id/duplicate': 'smtpSettings:write',
    'post /mails/:id/retry': 'smtpSettings:write',
    'get /mails/:id/text': 'smtpSettings:read',
    'post /smtpSettings/:id/test': 'smtpSettings:write',
    'post /smtpSettings/typedTest': 'smtpSettings:write',
    'post /smtpSettings/:id/typedTest': 'smtpSettings:write',
    'get /smtpSettings/:id/tests': 'smtpSettings:read',
    'get /smtpSettings/:id/tests/events': 'smtpSettings:read',
    'post /smtpSettings/:id/state': 'smtpSettings:write',
    'get /audit': 'dashboardRead:read',
    'get /dashboard': 'ordersRead:read',
    'get /calendarFeed': 'ordersRead:read',
    'post /calendarFeed': 'ordersRead:read',
    'delete /calendarFeed': 'ordersRead:read',
    'get /colors/nearDuplicates': 'Colors:read',
    'post /cognitoSetup/:id/test': 'cognito:write',
    'post /cognitoSetup/typedTest': 'cognito:write',
    'post /cognitoSetup/:id/typedTest': 'cognito:write',
    'get /cognitoSetup/:id/tests': 'cognito:read',
    'get /cognitoSetup/:id/tests/events': 'cognito:read',
    'post /cognitoSetup/:id/state': 'cognito:write',
    'post /alertChannels/:id/test': 'alertChannels:write',
    'post /alertChannels/typedTest': 'alertChannels:write',
    'post /alertChannels/:id/typedTest': 'alertChannels:write',
    'get /alertChannels/:id/tests': 'alertChannels:read',
    'get /alertChannels/:id/tests/events': 'alertChannels:read',
    'post /alertChannels/:id/state': 'alertChannels:write',
    'post /signInProviders/:id/test': 'users:write',
    'post /signInProviders/typedTest': 'users:write',
    'post /signInProviders/:id/typedTest': 'users:write',
    'post /signInProviders/:id/testSignIn': 'users:write',
    'get /signInProviders/:id/tests': 'users:read',
    'get /signInProviders/:id/tests/events': 'users:read',
    'post /signInProviders/:id/state': 'users:write',
    'get /alertRules/:id/preview': 'alertChannels:read',
    'post /alertDeliveries/:id/resend': 'alertChannels:write',
    'post /webhookSubscriptions/:id/secret': 'apiKeys:write',
    'post /webhookSubscriptions/:id/ping': 'apiKeys:write',
    'post /webhookSubscriptions/:id/replay': 'apiKeys:write',
    'post /webhookDeliveries/:id/replay': 'apiKeys:write',
    'post /plans/:id/schedule': 'ordersRead:read',
    'put /scheduledChanges/:id/times': 'ordersRead:read',
    'post /scheduledChanges/:id/action': 'ordersRead:read',
    'post /scheduledChanges/:id/decision': 'ordersRead:read',
    'get /scheduledChanges/:id/results': 'ordersRead:read',
    'post /printfulSetup/:id/test': 'printful:write',
    'post /printfulSetup/typedTest': 'printful:write',
    'post /printfulSetup/:id/typedTest': 'printful:write',
    'get /printfulSetup/:id/tests': 'printful:read',
    'get /printfulSetup/:id/tests/events': 'printful:read',
    'post /printfulSetup/:id/state': 'printful:write',
    'get /printfulSetup/:id/account': 'printful:read',
    'post /printfulSetup/:id/account': 'printful:write',
    'post /printfulSetup/:id/webhooks': 'printful:write',
    'post /printfulSetup/:id/catalogue': 'printful:write',
    'get /printfulSetup/:id/matches/sizes': 'Sizes:read',
    'post /printfulSetup/:id/matches/sizes': 'Sizes:write',
    'get /printfulSetup/:id/matches/colors': 'Colors:read',
    'post /printfulSetup/:id/matches/colors': 'Colors:write',
    'post /giftCardSetup/:id/test': 'giftCards:write',
    'post /giftCardSetup/typedTest': 'giftCards:write',
    'post /giftCardSetup/:id/typedTest': 'giftCards:write',
    'get /giftCardSetup/:id/tests': 'giftCards:read',
    'get /giftCardSetup/:id/tests/events': 'giftCards:read',
    'post /giftCardSetup/:id/state': 'giftCards:write',
    'get /giftCardSetup/:id/balances': 'giftCards:read',
    'post /giftCardSetup/:id/balances': 'giftCards:write',
    'post /giftCardSetup/:id/freeze': 'giftCards:write',
    'post /giftCardProducts/sync': 'giftCards:write',
    'post /giftCardTemplates/:id/test': 'giftCards:write',
    'post /giftCardTemplates/:id/cards': 'giftCards:write',
    'post /giftCardTemplates/:id/duplicate': 'giftCards:write',
    'get /members/:id/giftCardOffer': 'giftCards:write',
    'post /members/:id/giftCards': 'giftCards:write',
    'get /giftCards/:id/timeline': 'giftCards:read',
    'post /giftCards/:id/retry': 'giftCards:write',
    'post /giftCards/:id/cancel': 'giftCards:write',
    'post /giftCards/:id/check': 'giftCards:write',
    'post /giftCards/:id/link': 'giftCards:secrets',
    'post /giftCards/:id/email': 'giftCards:secrets',
    'get /cognitoSetup/:id/comparison': 'cognito:secrets',
    'post /paymentSetups/:id/test': 'payments:write',
    'post /paymentSetups/typedTest': 'payments:write',
    'post /paymentSetups/:id/typedTest': 'payments:write',
    'get /paymentSetups/:id/tests': 'payments:read',
    'get /paymentSetups/:id/tests/events': 'payments:read',
    'post /paymentSetups/:id/state': 'payments:write',
    'get /paymentSetups/:id/events': 'payments:read',
    'post /paymentSetups/:id/events/:event/replay': 'payments:write',
    'post /paymentSetups/:id/mode': 'payments:write',
    'post /paymentSetups/:id/duplicate': 'payments:write',
    'get /paymentSetups/:id/rotation': 'payments:read',
    'post /paymentSetups/:id/rotation': 'payments:secrets',
    'post /sizes/:id/merge': 'Sizes:delete',
    'get /themes/:id/settings': 'modulesRead:read',
    'put /themes/:id/settings': 'modulesRead:write',
    'get /themeVersions/:id/rollout': 'modulesRead:read',
    'post /themeVersions/:id/rollout': 'modulesRead:write',
    'post /colors/:id/merge': 'Colors:delete',
    'post /subAttributes/:id/merge': 'Sizes:delete',
  })
})

test('the secrets permission exists only in areas that store secrets', () => {
  const fieldPermissions = resources.flatMap(({ fields }) =>
    Object.values(fields).map(({ permission: needs }) => needs),
  )
  const secretPermissions = [
    ...fieldPermissions,
    ...requiredPermissions,
    rotateSecretsJob.permission,
  ].flatMap((right) => right ?? [])
  const areas = permissionKeys.filter((key) => secretPermissions.includes(`${key}:secrets`))
  expect(permissionKeys.filter((key) => getAreaActions(key).includes('secrets'))).toEqual(areas)
})
