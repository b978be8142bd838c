import { existsSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ensureOperator } from '#server/platform/areas/signIn/operator.ts'
import { createCaller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'

describe.each(chooseDatabases('PostgreSQL'))('The operator account on $name', (database) => {
  const platform = usePlatform(database)
  const ensure = (operatorEmail: string | null, operatorPassword: string | null) =>
    ensureOperator(platform().platform, { operatorEmail, operatorPassword })
  const canSignIn = async (email: string, password: string) => {
    const body = { email, password }
    return (await createCaller(platform())('POST', '/auth/login', { body })).status === 200
  }

  test('is found at the next start with its password file', async () => {
    const { operator, platform: running } = platform()
    expect(await ensure(null, null)).toEqual({
      email: operator.email,
      password: null,
      passwordFile: running.passwordFile,
    })
    expect(await ensure(operator.email.toUpperCase(), null)).toMatchObject({ password: null })
    expect(await running.db.selectFrom('users').select('id').execute()).toHaveLength(1)
  })

  test('keeps its password if OPERATOR_PASSWORD changes later', async () => {
    const { email, password } = platform().operator
    await ensure(email, 'another')
    expect(await canSignIn(email, password)).toBe(true)
    expect(await canSignIn(email, 'another')).toBe(false)
  })

  test('is created with OPERATOR_PASSWORD if OPERATOR_EMAIL has no account', async () => {
    expect(await ensure('second@example.com', 'a given one')).toEqual({
      email: 'second@example.com',
      password: null,
      passwordFile: null,
    })
    expect(await canSignIn('second@example.com', 'a given one')).toBe(true)
  })

  test('is created once even if several replicas start at the same time', async () => {
    const results = await Promise.all(
      Array.from({ length: 4 }, () => ensure('third@example.com', null)),
    )
    const passwords = results.flatMap(({ password }) => password ?? [])
    expect(passwords).toHaveLength(1)
    expect(await canSignIn('third@example.com', passwords[0] ?? '')).toBe(true)
  })

  test('is in a group for all stores, unless another member is limited to some stores', async () => {
    const { db } = platform().platform
    const loadGroup = () =>
      db.selectFrom('userGroups').select('allStores').where('builtIn', '=', true).execute()
    expect(await loadGroup()).toEqual([{ allStores: true }])
    // The group as it was stored before groups had stores.
    await db.updateTable('userGroups').set({ allStores: false }).execute()
    const limitedUser = db.updateTable('users').where('email', '=', 'third@example.com')
    await limitedUser.set({ allStores: false }).execute()
    await ensure(null, null)
    expect(await loadGroup()).toEqual([{ allStores: false }])
    await limitedUser.set({ allStores: true }).execute()
    await ensure(null, null)
    expect(await loadGroup()).toEqual([{ allStores: true }])
  })

  test('deletes a password file whose password belongs to no account', async () => {
    const { db, passwordFile } = platform().platform
    await db.updateTable('users').set({ passwordGenerated: false }).execute()
    writeFileSync(passwordFile, 'left over')
    expect(await ensure(null, null)).toMatchObject({ password: null, passwordFile: null })
    expect(existsSync(passwordFile)).toBe(false)
  })
})
