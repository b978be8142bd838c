import { sql } from 'kysely'
import { cognitoSetup } from '#shared/areas/cognito/cognitoSetup.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { defineIntegration } from '#server/platform/core/integrations/integration.ts'
import type { FieldValues } from '#server/platform/core/records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { cognitoCalls } from './comparison.ts'
import { cognitoSteps } from './cognitoSteps.ts'
import type { CognitoStepState } from './cognitoSteps.ts'
import { cognitoSettingsMessages } from './messages.ts'

/** The user pool that members sign in with (screens.md, Cognito setup). */
export const cognitoIntegration = defineIntegration<CognitoStepState>({
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
  steps: cognitoSteps,
  createState: () => ({}),
  disableImpact: {
    messages: cognitoSettingsMessages.impact,
    stores: () => sql`select id from stores`,
  },
  hooks: {
    validate: async (values, { before, connection }) => ({
      ...(before ? {} : await validateSinglePool(connection)),
      ...validateRedirectUrl({ ...before, ...values }),
    }),
  },
})

/**
 * Rejects a second pool: members sign in with one. It can be changed, or deleted before another is
 * added.
 */
async function validateSinglePool(connection: Connection): Promise<ValidationErrors> {
  await sql`select pg_advisory_xact_lock(hashtext('cognito_setup'))`.execute(connection)
  const { rows } = await sql<{ name: string }>`select name from cognito_setup limit 1`.execute(
    connection,
  )
  const [existing] = rows
  return existing ? { userPoolId: cognitoSettingsMessages.alreadySetUp(existing.name) } : {}
}

function validateRedirectUrl({
  callbackUrls,
  defaultRedirectUrl: defaultUrl,
}: FieldValues): ValidationErrors {
  const urls = Array.isArray(callbackUrls) ? callbackUrls : []
  if (typeof defaultUrl !== 'string' || urls.length === 0 || urls.includes(defaultUrl)) return {}
  return {
    defaultRedirectUrl: cognitoSettingsMessages.notCallback,
  }
}
