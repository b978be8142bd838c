import { platformPaths, sessionPaths } from '#shared/engine/platformCalls.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import {
  arraySchema,
  instantSchema,
  integerSchema,
  nullableSchema,
  stringSchema,
} from '#server/platform/core/http/schema.ts'
import { viewPermission } from '#server/platform/core/auth/views.ts'
import { callSchemas } from '#server/platform/core/records/recordSchemas.ts'
import { objectSchema } from '#server/platform/core/http/schema.ts'
import { handleChangePassword } from './changePassword.ts'
import { handleCheckSignInDevices } from './devices.ts'
import { handleStartView } from './viewCall.ts'
import { handleSignIn, handleSignOut } from './signIn.ts'
import { loadSignedInUser } from './signedInUser.ts'

/**
 * Calls to sign in, sign out, and manage your own account (spec.md section 7). Google's call is in
 * google.ts.
 */
export const accountCalls: readonly Call[] = [
  {
    kind: 'open',
    method: 'post',
    path: platformPaths.login,
    summary: 'Sign in with email and password',
    body: callSchemas.credentials,
    success: { status: 200, schema: callSchemas.signIn },
    errorStatuses: [429, 503],
    handler: handleSignIn,
  },
  {
    kind: 'open',
    method: 'post',
    path: sessionPaths.checkDevices,
    summary: 'Find the first of these devices that has signed in to the account before',
    body: objectSchema({ email: stringSchema, devices: arraySchema(stringSchema) }),
    success: { status: 200, schema: objectSchema({ device: nullableSchema(stringSchema) }) },
    handler: handleCheckSignInDevices,
  },
  {
    kind: 'write',
    permission: 'signedIn',
    method: 'post',
    path: sessionPaths.logout,
    audiences: ['console', 'store'],
    summary: 'Sign out of this session, or end this view',
    endsView: true,
    success: { status: 204 },
    handler: handleSignOut,
  },
  {
    kind: 'read',
    permission: 'signedIn',
    allowsApiKeys: true,
    method: 'get',
    path: platformPaths.details,
    summary: 'Get the signed-in user and their permissions',
    success: { status: 200, schema: callSchemas.userDetails },
    handler: async (_request, { db }, caller) => {
      const { viewer } = caller
      const view = viewer && { view: { viewer: viewer.name, until: viewer.until } }
      const user = { ...(await loadSignedInUser(db, caller)), ...view }
      return { status: 200, body: { user, permissions: caller.permissions } }
    },
  },
  {
    kind: 'write',
    permission: viewPermission,
    method: 'post',
    path: sessionPaths.view,
    summary: 'Get a token that shows what another user can see, without changing anything',
    body: objectSchema({ userId: integerSchema }),
    success: {
      status: 201,
      schema: objectSchema({ token: nullableSchema(stringSchema), until: instantSchema }),
    },
    handler: handleStartView,
  },
  {
    kind: 'externalWrite',
    permission: 'signedIn',
    method: 'put',
    path: platformPaths.changePassword,
    summary: "Change your own password and sign out the account's other sessions",
    body: callSchemas.passwordChange,
    success: { status: 200, schema: callSchemas.userDetails },
    errorStatuses: [429, 503],
    handler: handleChangePassword,
  },
]
