import { ownProfile } from '#shared/areas/account/ownProfile.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import { pageParameters } from '#server/platform/core/http/listParameters.ts'
import {
  arraySchema,
  instantSchema,
  integerSchema,
  nullableSchema,
  objectSchema,
  stringSchema,
} from '#server/platform/core/http/schema.ts'
import { buildRecordSchemas } from '#server/platform/core/records/recordSchemas.ts'
import { sessionListSchema } from '#server/platform/core/http/sessionSchema.ts'
import { handleLoadProfile, handleUpdateProfile } from './ownProfile.ts'
import { handleEndOtherSessions, handleEndSession, handleListSessions } from './ownSessions.ts'
import { handleListSecurityEvents } from './securityEvents.ts'

const schemas = buildRecordSchemas(ownProfile)
const success = { status: 200, schema: schemas.record } as const

/** The calls of the caller's own account. They need no permission. */
export const ownAccountCalls: readonly Call[] = [
  {
    kind: 'read',
    permission: 'signedIn',
    method: 'get',
    path: '/account',
    summary: 'Get your own profile',
    success,
    handler: handleLoadProfile,
  },
  {
    kind: 'write',
    permission: 'signedIn',
    method: 'patch',
    path: '/account',
    summary: 'Change your own name',
    body: schemas.changes,
    ifMatch: 'optional',
    success,
    handler: handleUpdateProfile,
  },
  {
    kind: 'read',
    permission: 'signedIn',
    method: 'get',
    path: '/account/sessions',
    summary: 'List your own sessions',
    success: { status: 200, schema: sessionListSchema },
    handler: handleListSessions,
  },
  {
    kind: 'write',
    permission: 'signedIn',
    method: 'delete',
    path: '/account/sessions',
    stepUp: 'always',
    summary: 'End all of your sessions, except the one that makes this call',
    success: { status: 204 },
    handler: handleEndOtherSessions,
  },
  {
    kind: 'write',
    permission: 'signedIn',
    method: 'delete',
    path: '/account/sessions/:id',
    stepUp: 'always',
    summary: 'End another one of your sessions',
    success: { status: 204 },
    handler: handleEndSession,
  },
  {
    kind: 'read',
    permission: 'signedIn',
    method: 'get',
    path: '/account/securityEvents',
    summary: "List your account's sign-ins and changes of access, newest first",
    query: pageParameters,
    success: {
      status: 200,
      schema: objectSchema({
        data: arraySchema(
          objectSchema({
            id: integerSchema,
            time: instantSchema,
            event: stringSchema,
            actor: stringSchema,
            ip: nullableSchema(stringSchema),
            result: stringSchema,
          }),
        ),
        next: nullableSchema(stringSchema),
      }),
    },
    handler: handleListSecurityEvents,
  },
]
