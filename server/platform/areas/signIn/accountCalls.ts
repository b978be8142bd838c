import { platformPaths, sessionPaths } from '#shared/engine/platformCalls.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import { listOf, orNull, text } from '#server/platform/core/http/schema.ts'
import { object, schemas } from '#server/platform/core/http/schemas.ts'
import { changePassword } from './changePassword.ts'
import { checkDevices } from './devices.ts'
import { signIn, signOut } from './signIn.ts'
import { signedInUser } from './signedInUser.ts'

/** Signing in and out, and the account itself (spec.md section 7). Google's call: google.ts. */
export const accountCalls: readonly Call[] = [
  {
    kind: 'open',
    method: 'post',
    path: platformPaths.login,
    summary: 'Sign in with email and password',
    body: schemas.credentials,
    success: { status: 200, schema: schemas.signIn },
    refusals: [401, 413, 415, 422, 429, 503],
    answer: signIn,
  },
  {
    kind: 'open',
    method: 'post',
    path: sessionPaths.checkDevices,
    summary: 'Find the first of these devices that has signed in to the account before',
    body: object({ email: text, devices: listOf(text) }),
    success: { status: 200, schema: object({ device: orNull(text) }) },
    refusals: [413, 415],
    answer: checkDevices,
  },
  {
    kind: 'write',
    needs: 'signedIn',
    method: 'post',
    path: sessionPaths.logout,
    audiences: ['console', 'store'],
    summary: 'Sign out of this session',
    success: { status: 204 },
    answer: signOut,
  },
  {
    kind: 'read',
    needs: 'signedIn',
    method: 'get',
    path: platformPaths.details,
    summary: 'Get the signed-in user and their permissions',
    success: { status: 200, schema: schemas.userDetails },
    answer: async (_asked, { db }, caller) => {
      const user = await signedInUser(db, caller)
      return { status: 200, body: { user, permissions: caller.permissions } }
    },
  },
  {
    kind: 'asking',
    needs: 'signedIn',
    method: 'put',
    path: platformPaths.changePassword,
    summary: "Change your own password and sign out the account's other sessions",
    body: schemas.passwordChange,
    success: { status: 200, schema: schemas.userDetails },
    refusals: [413, 415, 422, 429, 503],
    answer: changePassword,
  },
]
