import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { adminSignOns } from '#shared/areas/sso/adminSignOns.ts'
import { storeAdminIdentifier } from '#shared/engine/user.ts'
import { findCaller } from '#server/platform/core/auth/tokens.ts'
import { ssoGroups } from '#server/platform/database/migrations/210_ssoGroups.ts'
import { openSession, fetchToken } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { createStore } from '#tests/api/support/stores.ts'

describe.each(chooseDatabases('PGlite'))('Migrated provider groups on $name', (database) => {
  const platform = usePlatform(database)

  test("apply only in the provider's store, while an operator's groups apply everywhere", async () => {
    const { db } = platform().platform
    const call = await openSession(platform())
    const [store, otherStore] = [await createStore(call), await createStore(call)]
    const createGroup = async (name: string, permission: string) => {
      const body = { name, permissions: [permission], allStores: false, storeIds: [] }
      return (await call('POST', '/userGroups', { body })).body.id as number
    }
    const [byRule, byDefault, byHand] = [
      await createGroup('Sizers', 'Sizes:read'),
      await createGroup('Beginners', 'Colors:read'),
      await createGroup('Shoppers', 'payments:read'),
    ]
    const setup = {
      ...getInitialValues(adminSignOns),
      name: 'Acme login',
      storeId: store.id,
      protocol: 'oidc',
      issuer: 'https://idp.example.com',
      clientId: 'console',
      clientSecret: 'a-secret-of-tests',
      emailDomains: ['acme.example'],
      groupRules: 'other = Nobody\nstaff  =  Sizers',
      defaultGroupId: byDefault,
    }
    await createGroup('Nobody', 'Stickers:read')
    expect((await call('POST', '/adminSignOns', { body: setup })).status).toBe(201)
    const createAdmin = async (storeIds: readonly number[], groupIds: readonly number[]) => {
      const admin = await platform().addAccount([], storeIds, storeAdminIdentifier)
      await sql`update users set group_ids = ${[...groupIds]}::int[] where id = ${admin.id}`.execute(
        db,
      )
      return admin
    }
    const [one, two, three] = [
      await createAdmin([store.id], [byRule, byHand]),
      await createAdmin([store.id, otherStore.id], [byRule, byDefault]),
      await createAdmin([store.id, otherStore.id], [byHand]),
    ]
    const { version } = (await call('GET', `/users/${three.id}`)).body
    const body = { groupIds: [byHand, byRule] }
    const change = await call('PATCH', `/users/${three.id}`, { body, ifMatch: version })
    expect([change.status, change.body.fields]).toEqual([200, undefined])

    await sql`drop table sso_groups`.execute(db)
    await sql`alter table tokens drop column store_id`.execute(db)
    await sql`drop trigger users_sso_groups on users`.execute(db)
    await sql`drop trigger admin_sign_ons_sso_groups on admin_sign_ons`.execute(db)
    await sql`drop function end_sso_groups, end_moved_sso_groups`.execute(db)
    await ssoGroups.up(db)

    const loadPermissions = async (admin: typeof one) => {
      const token = await fetchToken(platform(), admin)
      return (await findCaller(platform().platform, `Bearer ${token}`, ['store'])).permissions
    }
    expect(await loadPermissions(one)).toEqual(['Sizes', 'Sizes:read', 'payments', 'payments:read'])
    expect(await loadPermissions(two)).toEqual([])
    expect(await loadPermissions(three)).toEqual([
      'Sizes',
      'Sizes:read',
      'payments',
      'payments:read',
    ])
    const { rows } = await sql<{ userId: number; storeId: number; groupId: number }>`
      select user_id, store_id, group_id from sso_groups order by user_id, group_id`.execute(db)
    expect(rows).toEqual([
      { userId: one.id, storeId: store.id, groupId: byRule },
      { userId: two.id, storeId: store.id, groupId: byRule },
      { userId: two.id, storeId: store.id, groupId: byDefault },
    ])
  })
})
