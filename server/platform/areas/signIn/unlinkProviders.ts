import type { Connection } from '#server/platform/database/schema.ts'

/**
 * Unlinks an account from Google and from all sign-in providers, because it may belong to another
 * person now. The next sign-in links it again.
 */
export async function unlinkProviders(trx: Connection, userId: number): Promise<void> {
  await trx.updateTable('users').set({ googleSub: null }).where('id', '=', userId).execute()
  await trx.deleteFrom('operatorIdentities').where('userId', '=', userId).execute()
}
