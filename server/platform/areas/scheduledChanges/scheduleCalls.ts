import { isApproval } from '#server/platform/core/approval/isApproval.ts'
import { decisionFields } from '#shared/engine/approvalCalls.ts'
import { scheduledChanges } from '#shared/areas/scheduledChanges/scheduledChanges.ts'
import { scheduleActions } from '#shared/areas/scheduledChanges/scheduledChangeStates.ts'
import { guardProperties } from '#server/platform/core/guards/guardInput.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import {
  arraySchema,
  integerSchema,
  nameSchema,
  nullableSchema,
  objectSchema,
  stringSchema,
} from '#server/platform/core/http/schema.ts'
import {
  buildRecordSchemas,
  toSchemaProperties,
} from '#server/platform/core/records/recordSchemas.ts'
import { handleDecideScheduledChange } from './decide.ts'
import { handleMoveScheduledChange } from './moveChange.ts'
import { handleLoadResults, resultsSchema } from './results.ts'
import { handleScheduleAction } from './scheduleAction.ts'
import { handleScheduleBulkPlan } from './schedulePlan.ts'

const readPermission = `${scheduledChanges.permission}:read` as const
const recordAnswer = { status: 200, schema: buildRecordSchemas(scheduledChanges).record }
const occurrenceSchema = nullableSchema({ type: 'string', enum: ['first', 'second'] })
const timeProperties = {
  startsAt: stringSchema,
  startOccurrence: occurrenceSchema,
  endsAt: nullableSchema(stringSchema),
  endOccurrence: occurrenceSchema,
  timeZone: stringSchema,
  noticeHours: nullableSchema(integerSchema),
  ...guardProperties,
}
const timesSchema = nameSchema(
  'ScheduledTimes',
  objectSchema(timeProperties, ['startsAt', 'timeZone']),
)

/**
 * The calls of scheduled changes (shared/areas/scheduledChanges/scheduleCalls.ts). Each also needs
 * the permission of the change itself, which depends on its records.
 */
export const scheduleCalls: readonly Call[] = [
  {
    kind: 'write',
    permission: readPermission,
    method: 'post',
    path: '/plans/:id/schedule',
    summary:
      "Schedule one of the caller's plans for later, with an optional end that restores the previous values. Times are local times of the time zone.",
    body: timesSchema,
    success: { status: 201, schema: objectSchema({ ids: arraySchema(integerSchema) }) },
    handler: handleScheduleBulkPlan,
  },
  {
    kind: 'write',
    permission: readPermission,
    method: 'put',
    path: '/scheduledChanges/:id/times',
    summary: "Change the start and end of a change that hasn't started",
    body: timesSchema,
    ifMatch: 'required',
    success: recordAnswer,
    handler: handleMoveScheduledChange,
  },
  {
    kind: 'write',
    permission: readPermission,
    method: 'post',
    path: '/scheduledChanges/:id/action',
    summary: 'Cancel a scheduled change, start or end it now, or keep it without an end',
    body: objectSchema({ action: { type: 'string', enum: [...scheduleActions] } }),
    ifMatch: 'required',
    success: recordAnswer,
    handler: handleScheduleAction,
  },
  {
    kind: 'write',
    permission: readPermission,
    method: 'post',
    path: '/scheduledChanges/:id/decision',
    stepUp: isApproval,
    summary: "Approve or reject another operator's scheduled change, or withdraw your own",
    body: nameSchema('Decision', objectSchema(toSchemaProperties(decisionFields), ['decision'])),
    ifMatch: 'required',
    success: recordAnswer,
    handler: handleDecideScheduledChange,
  },
  {
    kind: 'read',
    permission: readPermission,
    method: 'get',
    path: '/scheduledChanges/:id/results',
    summary: 'Get what the start and the end of a scheduled change did',
    success: { status: 200, schema: resultsSchema },
    handler: handleLoadResults,
  },
]
