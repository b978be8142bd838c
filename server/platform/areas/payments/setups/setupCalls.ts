import { eventOutcomes } from '#shared/areas/payments/setupCalls.ts'
import { paymentModes } from '#shared/areas/payments/choices.ts'
import { rotationFields } from '#shared/areas/payments/rotation.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import { reachParameter } from '#server/platform/core/http/reachParameter.ts'
import { instant, listOf, orNull, text, whole } from '#server/platform/core/http/schema.ts'
import { object, propertiesOf, recordSchemas } from '#server/platform/core/http/schemas.ts'
import { duplicate, switchMode } from './changeSetup.ts'
import { answerEvents, replay } from '../webhooks/readEvents.ts'
import { answerRotated, rotate } from './rotate.ts'

const needs = `${paymentSetups.permission}:write` as const
const event = object({
  id: whole,
  eventId: text,
  kind: text,
  mode: text,
  receivedAt: instant,
  replayedAt: orNull(instant),
  outcome: { type: 'string', enum: Object.keys(eventOutcomes) },
  sentence: text,
  orderId: orNull(whole),
})
const { record } = recordSchemas(paymentSetups)

/** The calls of payment setups besides those of every integration (shared/areas/payments/setupCalls.ts). */
export const setupCalls: readonly Call[] = [
  {
    kind: 'read',
    needs: `${paymentSetups.permission}:read`,
    method: 'get',
    path: '/paymentSetups/:id/events',
    summary: 'Get the webhook URL for the provider and the last 100 events received',
    success: { status: 200, schema: object({ address: orNull(text), data: listOf(event) }) },
    answer: answerEvents,
  },
  {
    kind: 'write',
    needs,
    method: 'post',
    path: '/paymentSetups/:id/events/:event/replay',
    summary: 'Replay an event that a payment setup received',
    body: object({}, []),
    success: { status: 200, schema: event },
    refusals: [409, 413, 415],
    answer: replay,
  },
  {
    kind: 'write',
    needs,
    method: 'post',
    path: '/paymentSetups/:id/mode',
    summary: 'Switch a payment setup between test and live mode',
    query: [reachParameter('the stores that the switch affects')],
    body: object({ mode: { type: 'string', enum: Object.keys(paymentModes) }, name: text }),
    success: { status: 200, schema: record },
    refusals: [409, 413, 415, 422],
    answer: switchMode,
  },
  {
    kind: 'write',
    needs,
    method: 'post',
    path: '/paymentSetups/:id/duplicate',
    summary: 'Duplicate a payment setup with its credentials; the copy is a draft without stores',
    body: object({ name: text }),
    success: { status: 201, schema: record },
    refusals: [409, 413, 415, 422],
    answer: duplicate,
  },
  {
    kind: 'read',
    needs: `${paymentSetups.permission}:read`,
    method: 'get',
    path: '/paymentSetups/:id/rotation',
    summary: 'List replaced credentials whose signatures are still accepted',
    success: {
      status: 200,
      schema: object({
        data: listOf(object({ mode: text, replacedAt: instant, endsAt: instant })),
      }),
    },
    answer: answerRotated,
  },
  {
    kind: 'asking',
    needs: `${paymentSetups.permission}:secrets`,
    method: 'post',
    path: '/paymentSetups/:id/rotation',
    summary:
      'Rotate the credentials: the new ones are tested first, and events signed with the old ones are accepted for the overlap that you choose',
    body: object(propertiesOf(rotationFields), ['secret', 'overlap']),
    success: { status: 200, schema: record },
    refusals: [409, 413, 415, 422, 429],
    answer: rotate,
  },
]
