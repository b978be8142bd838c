import { stepUpPaths } from '#shared/engine/stepUp.ts'
import { sessionPaths } from '#shared/engine/platformCalls.ts'
import { factorPaths } from '#shared/areas/signIn/factors.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import {
  arraySchema,
  instantSchema,
  integerSchema,
  nameSchema,
  nullableSchema,
  objectSchema,
  stringSchema,
} from '#server/platform/core/http/schema.ts'
import { callSchemas } from '#server/platform/core/records/recordSchemas.ts'
import {
  handleCreatePasskeyChallenge,
  handlePasskeySignIn,
  handleSecondFactor,
} from './completeSignIn.ts'
import {
  handleAddPasskey,
  handleConfirmTotp,
  handleCreateRecoveryCodes,
  handleGetFactors,
  handleRemovePasskey,
  handleRemoveTotp,
  handleRenamePasskey,
  handleStartPasskey,
  handleStartTotp,
} from './ownFactors.ts'
import { handleListStepUpOptions, handleStepUp } from './stepUp.ts'

/** WebAuthn's own objects, which the browser makes and reads. */
const ceremonySchema = nameSchema('PasskeyCeremony', { type: 'object' })
const challengeSchema = nameSchema(
  'PasskeyChallenge',
  objectSchema({ challenge: stringSchema, options: ceremonySchema }),
)
const proof = {
  method: { type: 'string', enum: ['totp', 'recovery', 'passkey', 'password'] },
  code: stringSchema,
  password: stringSchema,
  response: ceremonySchema,
  challenge: stringSchema,
}
const totpSetupSchema = nameSchema(
  'TotpSetup',
  objectSchema({ secret: stringSchema, uri: stringSchema }),
)
const recoveryCodesSchema = nameSchema(
  'RecoveryCodes',
  objectSchema({ recoveryCodes: nullableSchema(arraySchema(stringSchema)) }),
)
const factorsSchema = nameSchema(
  'SecondFactors',
  objectSchema({
    totp: nullableSchema(objectSchema({ confirmedAt: instantSchema })),
    passkeys: arraySchema(
      objectSchema({
        id: integerSchema,
        name: stringSchema,
        backedUp: { type: 'boolean' },
        createdAt: instantSchema,
        lastUsedAt: nullableSchema(instantSchema),
      }),
    ),
    recoveryCodes: integerSchema,
    required: { type: 'boolean' },
    dueAt: nullableSchema(instantSchema),
  }),
)

/** The calls of second factors: to sign in, to confirm later, and to manage your own. */
export const factorCalls: readonly Call[] = [
  {
    kind: 'open',
    method: 'post',
    path: sessionPaths.secondFactor,
    summary: 'Complete a sign-in with a second factor',
    body: objectSchema(proof, ['challenge', 'method']),
    success: { status: 200, schema: callSchemas.signIn },
    errorStatuses: [429, 503],
    handler: handleSecondFactor,
  },
  {
    kind: 'open',
    method: 'post',
    path: sessionPaths.passkeyOptions,
    summary: 'Create a challenge to sign in with a passkey',
    success: { status: 200, schema: challengeSchema },
    handler: handleCreatePasskeyChallenge,
  },
  {
    kind: 'open',
    method: 'post',
    path: sessionPaths.passkey,
    summary: 'Sign in with a passkey',
    body: objectSchema({ challenge: stringSchema, response: ceremonySchema }),
    success: { status: 200, schema: callSchemas.signIn },
    errorStatuses: [429],
    handler: handlePasskeySignIn,
  },
  {
    kind: 'read',
    permission: 'signedIn',
    method: 'post',
    path: stepUpPaths.options,
    summary: 'List the ways to confirm who you are',
    success: {
      status: 200,
      schema: nameSchema(
        'StepUpOptions',
        objectSchema({
          methods: arraySchema(stringSchema),
          challenge: nullableSchema(stringSchema),
          options: nullableSchema({ type: 'object' }),
        }),
      ),
    },
    handler: handleListStepUpOptions,
  },
  {
    kind: 'externalWrite',
    permission: 'signedIn',
    method: 'post',
    path: stepUpPaths.confirm,
    summary: 'Confirm who you are, for calls that need a recent confirmation',
    body: objectSchema(proof, ['method']),
    success: { status: 204 },
    errorStatuses: [429, 503],
    handler: handleStepUp,
  },
  {
    kind: 'read',
    permission: 'signedIn',
    method: 'get',
    path: factorPaths.factors,
    summary: 'Get your own second factors',
    success: { status: 200, schema: factorsSchema },
    handler: handleGetFactors,
  },
  {
    kind: 'write',
    permission: 'signedIn',
    method: 'post',
    path: factorPaths.totp,
    stepUp: 'always',
    summary: 'Start setting up an authenticator app; the secret is returned only once',
    success: { status: 200, schema: totpSetupSchema },
    handler: handleStartTotp,
  },
  {
    kind: 'externalWrite',
    permission: 'signedIn',
    method: 'post',
    path: factorPaths.totpConfirmation,
    stepUp: 'always',
    summary: 'Turn the authenticator app on with its first code',
    body: objectSchema({ code: stringSchema }),
    success: { status: 200, schema: recoveryCodesSchema },
    errorStatuses: [503],
    handler: handleConfirmTotp,
  },
  {
    kind: 'write',
    permission: 'signedIn',
    method: 'delete',
    path: factorPaths.totp,
    stepUp: 'always',
    summary: 'Remove your authenticator app',
    success: { status: 204 },
    handler: handleRemoveTotp,
  },
  {
    kind: 'externalWrite',
    permission: 'signedIn',
    method: 'post',
    path: factorPaths.recoveryCodes,
    stepUp: 'always',
    summary: 'Replace your recovery codes; they are returned only once',
    success: { status: 200, schema: recoveryCodesSchema },
    errorStatuses: [503],
    handler: handleCreateRecoveryCodes,
  },
  {
    kind: 'write',
    permission: 'signedIn',
    method: 'post',
    path: factorPaths.passkeyRegistration,
    stepUp: 'always',
    summary: 'Create a challenge to add a passkey',
    success: { status: 200, schema: challengeSchema },
    handler: handleStartPasskey,
  },
  {
    kind: 'externalWrite',
    permission: 'signedIn',
    method: 'post',
    path: factorPaths.passkeys,
    stepUp: 'always',
    summary: 'Add a passkey',
    body: objectSchema({ challenge: stringSchema, name: stringSchema, response: ceremonySchema }),
    success: { status: 200, schema: recoveryCodesSchema },
    errorStatuses: [503],
    handler: handleAddPasskey,
  },
  {
    kind: 'write',
    permission: 'signedIn',
    method: 'patch',
    path: `${factorPaths.passkeys}/:id`,
    summary: 'Rename a passkey',
    body: objectSchema({ name: stringSchema }),
    success: { status: 204 },
    handler: handleRenamePasskey,
  },
  {
    kind: 'write',
    permission: 'signedIn',
    method: 'delete',
    path: `${factorPaths.passkeys}/:id`,
    stepUp: 'always',
    summary: 'Remove a passkey',
    success: { status: 204 },
    handler: handleRemovePasskey,
  },
]
