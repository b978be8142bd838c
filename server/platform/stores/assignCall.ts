import { stores } from '#shared/resources/stores.ts'
import type { Answer, Call, Change } from '../http/call.ts'
import { reachParameter } from '../openapi/reachParameter.ts'
import { listOf, whole } from '../openapi/schema.ts'
import { object } from '../openapi/schemas.ts'

/** POST /`resource`/ID/assign: gives something to chosen stores, as a job that can be undone. */
export const assignCall = (
  resource: string,
  what: string,
  answer: (change: Change) => Promise<Answer>,
): Call => ({
  kind: 'write',
  needs: `${stores.permission}:write`,
  method: 'post',
  path: `/${resource}/:id/assign`,
  summary: `Give ${what} to stores, as a job that can be undone`,
  query: [reachParameter('what this reaches')],
  body: object({ storeIds: listOf(whole) }),
  success: { status: 202, schema: object({ id: whole }) },
  refusals: [409, 413, 415, 422],
  answer,
})
