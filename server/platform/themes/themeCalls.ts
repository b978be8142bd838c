import { reachParam } from '#shared/engine/reach.ts'
import { stores } from '#shared/resources/stores.ts'
import type { Call } from '../http/call.ts'
import { listOf, text, whole } from '../openapi/schema.ts'
import { object } from '../openapi/schemas.ts'
import { assignTheme } from './assign.ts'

/** The calls of themes besides those that every resource has (shared/themes/themeCalls.ts). */
export const themeCalls: readonly Call[] = [
  {
    kind: 'write',
    needs: `${stores.permission}:write`,
    method: 'post',
    path: '/themes/:id/assign',
    summary: 'Give a theme to stores, as a job that can be undone',
    query: [
      {
        name: reachParam,
        description: 'The token that a 409 with the code unconfirmed told, of what this reaches',
        schema: text,
      },
    ],
    body: object({ storeIds: listOf(whole) }),
    success: { status: 202, schema: object({ id: whole }) },
    refusals: [409, 413, 415, 422],
    answer: assignTheme,
  },
]
