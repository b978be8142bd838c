import { randomInt } from 'node:crypto'
import { recoveryCodeCount } from '#shared/areas/signIn/factors.ts'
import type { PasswordHasher } from '#server/platform/core/auth/passwordHasher.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/** No letters or digits that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const groupLength = 5

const createGroup = () =>
  Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')

const normalizeCode = (code: string) => code.toLowerCase().replaceAll(/[^a-z\d]/g, '')

/** Creates ten codes with their hashes. Call it before a transaction, because hashing takes long. */
export async function createRecoveryCodes(passwords: PasswordHasher) {
  const codes = Array.from({ length: recoveryCodeCount }, () => `${createGroup()}-${createGroup()}`)
  const hashes: string[] = []
  for (const code of codes) hashes.push(await passwords.hash(normalizeCode(code)))
  return { codes, hashes }
}

/** Replaces the codes of an account, the used ones included. */
export async function saveRecoveryCodes(
  trx: Connection,
  { userId, hashes, now }: { userId: number; hashes: readonly string[]; now: string },
): Promise<void> {
  // Two requests at the same time would otherwise keep the codes of both.
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  await trx
    .insertInto('recoveryCodes')
    .values(hashes.map((hash) => ({ userId, hash, createdAt: now, usedAt: null })))
    .execute()
}

/** Finds the unused code that equals this one; null if there is none. */
export async function findRecoveryCode(
  connection: Connection,
  passwords: PasswordHasher,
  { userId, code }: { userId: number; code: string },
): Promise<number | null> {
  const text = normalizeCode(code)
  if (text.length !== 2 * groupLength) return null
  const unused = await connection
    .selectFrom('recoveryCodes')
    .select(['id', 'hash'])
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .orderBy('id')
    .execute()
  for (const { id, hash } of unused) if (await passwords.verify(text, hash)) return id
  return null
}

/** Uses a code up. Returns false if another call was first. */
export async function useRecoveryCode(trx: Connection, id: number, now: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('recoveryCodes')
    .set({ usedAt: now })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
