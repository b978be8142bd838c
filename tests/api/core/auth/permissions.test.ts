import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { getActions, permissionKeys } from '#shared/permissions/permissions.ts'
import { findStoreList } from '#shared/engine/storeList.ts'
import { resources } from '#shared/areas/index.ts'
import { permissionGrants as grantRights } from '#server/platform/database/migrations/001_accounts.ts'
import { buildCalls } from '#server/platform/areas/index.ts'
import { rotateSecretsJob } from '#server/platform/keys/rotateSecretsJob.ts'
import { signedIn, visitor } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { everyRight, rightsOf } from '#tests/api/support/rights.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'

const guarded = buildCalls().flatMap((call) =>
  call.kind === 'open' ? [] : [{ ...call, name: `${call.method} ${call.path}` }],
)
const needing = guarded.flatMap(({ permission: needs, ...call }) =>
  needs === 'signedIn' ? [] : [{ ...call, needs }],
)
const target = (path: string) => path.replace(':id', '1')

const rights = [...new Set(needing.map(({ needs }) => needs))]

/** All that can be held, save this right; reading goes with its key and all that stands beside it. */
const allBut = (right: string) => {
  const [key = '', action] = right.split(':')
  const isOf = (one: string) => one === key || one.startsWith(`${key}:`)
  return everyRight.filter((one) => (action === 'read' ? !isOf(one) : one !== right))
}

describe.each(usually('PostgreSQL'))('who may call on $name', (database) => {
  const platform = usePlatform(database)
  let without: Record<string, Caller>
  let only: Record<string, Caller>
  beforeAll(async () => {
    const caller = async (held: readonly string[]) =>
      signedIn(platform(), await platform().addAccount(held))
    // Of one network no more than fifty may be under way at once.
    const callers = async (of: (right: string) => readonly string[]) => {
      const made: (readonly [string, Caller])[] = []
      for (let from = 0; from < rights.length; from += 25)
        made.push(
          ...(await Promise.all(
            rights
              .slice(from, from + 25)
              .map(async (right) => [right, await caller(of(right))] as const),
          )),
        )
      return made
    }
    without = Object.fromEntries(await callers(allBut))
    only = Object.fromEntries(await callers((right) => [right]))
  })

  test.each(guarded)('$name: nobody who is not signed in', async ({ method, path }) => {
    const answer = await visitor(platform())(method, target(path))
    expect(answer).toMatchObject({ status: 401, body: { code: 'signed_out' } })
  })

  test.each(needing)('$name: nobody without $needs', async ({ method, path, needs }) => {
    const answer = await without[needs]?.(method, target(path))
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden', permission: needs } })
  })

  test.each(needing)(
    '$name: whoever has $needs and nothing else',
    async ({ method, path, needs }) => {
      // A stream that is opened lasts: this one is refused for what it asks.
      const asked = path.endsWith('/events') ? '?filter[none][eq]=1' : ''
      const answer = await only[needs]?.(method, target(path) + asked)
      // There is no such record, no body, or it is the account or group of somebody who holds more.
      expect(answer?.body?.permission).toBeUndefined()
      expect([200, 202, 204, 400, 403, 404, 409, 415, 422, 428]).toContain(answer?.status)
    },
  )

  test('a key without rights beside it is all that it covers, and whoever may do anything may read', async () => {
    const details = async (held: readonly string[]) => {
      const call = await signedIn(platform(), await platform().addAccount(held))
      return (await call('GET', '/users/roles/details')).body.permissions
    }
    expect(await details(['Sizes'])).toEqual(rightsOf(['Sizes']))
    expect(await details(['Sizes:write'])).toEqual(['Sizes', 'Sizes:read', 'Sizes:write'])
    expect(await details(['Sizes', 'Sizes:read'])).toEqual(['Sizes', 'Sizes:read'])
  })

  test('groups that were kept before rights hold each right of their keys', async () => {
    const { db } = platform().platform
    const { id } = await platform().addAccount(['Colors'])
    const groups = sql`(select group_ids[1] from users where id = ${id})`
    await db.transaction().execute(async (trx) => {
      // As groups were kept then: nothing tidies them.
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql`update user_groups set permissions = '{Sizes,users}' where id = ${groups}`.execute(
        trx,
      )
      await grantRights.up(trx as never)
    })
    const { rows } = await sql<{ permissions: string[] }>`
      select permissions from user_groups where id = ${groups}`.execute(db)
    expect(rows[0]?.permissions.toSorted()).toEqual(rightsOf(['Sizes', 'users']))
  })
})

/** What every resource is offered by (shared/engine/recordCalls.ts). */
const generic = {
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
/** Records that name their stores; those that stores name themselves take the right to write stores. */
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
const ofResources = new Map<string, string>(
  resources.flatMap(({ name, permission }) =>
    Object.entries(generic).map(([call, action]) => {
      const [method, rest] = call.split(' ')
      return [`${method} /${name}${rest}`, `${permission}:${action}`] as const
    }),
  ),
)

test('the generic calls of each resource need the rights of its definition', () => {
  const found = needing.filter(({ name }) => ofResources.has(name))
  expect(new Set(found.map(({ path }) => path.split('/')[1]))).toEqual(
    new Set(resources.map(({ name }) => name)),
  )
  for (const { name, needs } of found) expect(needs, name).toBe(ofResources.get(name))
})

test('the other calls need rights of the permissions that their screens name', () => {
  const others = needing.filter(({ name }) => !ofResources.has(name))
  expect(Object.fromEntries(others.map(({ name, needs }) => [name, needs]))).toEqual({
    ...storeLists,
    'get /stores/available': 'storesRead:read',
    'get /stores/host': 'storesRead:read',
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
    'post /attentionItems/:id/state': 'ordersRead:write',
    'put /attentionItems/:id/owner': 'ordersRead:write',
    'get /orders/:id/timeline': 'payments:read',
    'post /smtpSettings/:id/assign': 'storesRead:write',
    'post /smtpSettings/:id/duplicate': 'smtpSettings:write',
    'post /mails/:id/retry': 'smtpSettings:write',
    'post /smtpSettings/:id/test': 'smtpSettings:write',
    'post /smtpSettings/typedTest': 'smtpSettings:write',
    'post /smtpSettings/:id/typedTest': 'smtpSettings:write',
    'get /smtpSettings/:id/tests': 'smtpSettings:read',
    'get /smtpSettings/:id/tests/events': 'smtpSettings:read',
    'post /smtpSettings/:id/state': 'smtpSettings:write',
    'get /audit': 'dashboardRead:read',
    'get /dashboard': 'ordersRead:read',
    'get /colors/nearDuplicates': 'Colors:read',
    'post /cognitoSetup/:id/test': 'cognito:write',
    'post /cognitoSetup/typedTest': 'cognito:write',
    'post /cognitoSetup/:id/typedTest': 'cognito:write',
    'get /cognitoSetup/:id/tests': 'cognito:read',
    'get /cognitoSetup/:id/tests/events': 'cognito:read',
    'post /cognitoSetup/:id/state': 'cognito:write',
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
    'post /giftCards/:id/retry': 'giftCards:write',
    'post /giftCards/:id/link': 'giftCards:secrets',
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

test('the right to secrets is offered in the areas that keep some, and in no other', () => {
  const ofFields = resources.flatMap(({ fields }) =>
    Object.values(fields).map(({ permission: needs }) => needs),
  )
  const guarding = [...ofFields, ...rights, rotateSecretsJob.permission].flatMap(
    (right) => right ?? [],
  )
  const areas = permissionKeys.filter((key) => guarding.includes(`${key}:secrets`))
  expect(permissionKeys.filter((key) => getActions(key).includes('secrets'))).toEqual(areas)
})
