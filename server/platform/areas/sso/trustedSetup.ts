import { sql } from 'kysely'
import type { TestStep } from '#shared/engine/integrations/tests.ts'
import { adminSignOns } from '#shared/areas/sso/adminSignOns.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { SsoError } from './ssoError.ts'
import { ssoMessages } from './messages.ts'
import type { AdminSsoRecord } from './adminSsoSetup.ts'

/**
 * The steps without which nothing proves that an answer is the provider's, or that it can vouch for
 * an address: matching metadata, valid keys, and verified email domains. If the provider can't be
 * read, or the clocks differ, the saved certificates are still valid.
 */
const trustStepNames = ['fit', 'keys', 'domains']

/** Throws unless the setup is active, or degraded by something that its sign-ins don't rely on. */
export async function requireTrustedSetup(
  connection: Connection,
  { id, state }: Pick<AdminSsoRecord, 'id' | 'state'>,
): Promise<void> {
  if (state === 'active') return
  if (state !== 'degraded') throw new SsoError('not_active', ssoMessages.notActive)
  const { rows } = await sql<{ steps: TestStep[] }>`
    select steps from integration_history
    where resource = ${adminSignOns.name} and record_id = ${id} and outcome = 'failed'
      and what in ('check', 'test', 'degraded')
    order by id desc limit 1`.execute(connection)
  const failedStep = rows[0]?.steps.find(({ outcome }) => outcome === 'failed')
  if (failedStep && trustStepNames.includes(failedStep.name))
    throw new SsoError('not_trusted', ssoMessages.notTrusted)
}
