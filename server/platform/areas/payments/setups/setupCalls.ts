import { eventOutcomes } from '#shared/areas/payments/setupCalls.ts'
import { paymentModes } from '#shared/areas/payments/choices.ts'
import { rotationFields } from '#shared/areas/payments/rotation.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import { reachParameter } from '#server/platform/core/openapi/reachParameter.ts'
import { instant, listOf, orNull, text, whole } from '#server/platform/core/http/schema.ts'
import { object, propertiesOf, recordSchemas } from '#server/platform/core/openapi/schemas.ts'
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
    summary: 'The webhook URL for the provider, and the events received so far',
    success: { status: 200, schema: object({ address: orNull(text), data: listOf(event) }) },
    answer: answerEvents,
  },
  {
    kind: 'write',
    needs,
    method: 'post',
    path: '/paymentSetups/:id/events/:event/replay',
    summary: 'Replay an event',
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
    summary: 'Switch a payment setup between test and live',
    query: [reachParameter('the stores it changes')],
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
    summary: 'Make a draft of the same settings and credentials, for no store yet',
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
    summary: 'Credentials that were replaced, whose signature still counts',
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
      'Take new credentials that the provider knows, while events signed by those before still count',
    body: object(propertiesOf(rotationFields), ['secret', 'overlap']),
    success: { status: 200, schema: record },
    refusals: [409, 413, 415, 422, 429],
    answer: rotate,
  },
]
