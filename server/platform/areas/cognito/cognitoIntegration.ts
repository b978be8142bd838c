import { sql } from 'kysely'
import { cognitoSetup } from '#shared/areas/cognito/cognitoSetup.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import { defineIntegration } from '#server/platform/core/integrations/integration.ts'
import type { Values } from '#server/platform/core/records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { cognitoCalls } from './comparison.ts'
import { steps } from './steps.ts'
import type { Found } from './steps.ts'
import { cognitoSettingsMessages as say } from './messages.ts'

/** The user pool that members sign in with (screens.md, Cognito setup). */
export const cognitoIntegration = defineIntegration<Found>({
  resource: cognitoSetup,
  calls: cognitoCalls,
  settings: [
    'region',
    'userPoolId',
    'clientId',
    'clientSecret',
    'domain',
    'callbackUrls',
    'defaultRedirectUrl',
  ],
  steps,
  begin: () => ({}),
  stops: { what: say.noSignIn, stores: () => sql`select id from stores` },
  consequence: {
    wrong: async (values, { before, connection }) => ({
      ...(before ? {} : await alreadyThere(connection)),
      ...wrongAddresses({ ...before, ...values }),
    }),
  },
})

/** There is one pool that members sign in with: it is changed, or deleted before there is another. */
async function alreadyThere(connection: Connection): Promise<FieldErrors> {
  await sql`select pg_advisory_xact_lock(hashtext('cognito_setup'))`.execute(connection)
  const { rows } = await sql<{ name: string }>`select name from cognito_setup limit 1`.execute(
    connection,
  )
  const [there] = rows
  return there ? { userPoolId: say.alreadySetUp(there.name) } : {}
}

function wrongAddresses({ callbackUrls, defaultRedirectUrl: standard }: Values): FieldErrors {
  const addresses = Array.isArray(callbackUrls) ? callbackUrls : []
  if (typeof standard !== 'string' || addresses.length === 0 || addresses.includes(standard))
    return {}
  return {
    defaultRedirectUrl: say.notCallback,
  }
}
