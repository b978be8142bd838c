import { eventOutcomes } from '#shared/areas/payments/setupCalls.ts'
import { paymentModes } from '#shared/areas/payments/setupChoices.ts'
import { rotationFields } from '#shared/areas/payments/rotation.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import { impactParameter } from '#server/platform/core/http/impactParameter.ts'
import {
  instantSchema,
  arraySchema,
  nullableSchema,
  stringSchema,
  integerSchema,
} from '#server/platform/core/http/schema.ts'
import {
  toSchemaProperties,
  buildRecordSchemas,
} from '#server/platform/core/records/recordSchemas.ts'
import { emptySchema, nameSchema, objectSchema } from '#server/platform/core/http/schema.ts'
import { handleDuplicatePaymentSetup, handleSwitchPaymentMode } from './setupCallHandlers.ts'
import {
  handleLoadPaymentWebhookEvents,
  handleReplayPaymentEvent,
} from '../webhooks/eventCallHandlers.ts'
import {
  handleListRetiredPaymentCredentials,
  handleRotatePaymentCredentials,
} from './rotatePaymentCredentials.ts'

const setupWritePermission = `${paymentSetups.permission}:write` as const
const webhookEventSchema = nameSchema(
  'WebhookEvent',
  objectSchema({
    id: integerSchema,
    eventId: stringSchema,
    kind: stringSchema,
    mode: stringSchema,
    receivedAt: instantSchema,
    replayedAt: nullableSchema(instantSchema),
    outcome: { type: 'string', enum: Object.keys(eventOutcomes) },
    sentence: stringSchema,
    orderId: nullableSchema(integerSchema),
  }),
)
const { record } = buildRecordSchemas(paymentSetups)

/**
 * The calls of payment setups in addition to those of every integration
 * (shared/areas/payments/setupCalls.ts).
 */
export const setupCalls: readonly Call[] = [
  {
    kind: 'read',
    permission: `${paymentSetups.permission}:read`,
    method: 'get',
    path: '/paymentSetups/:id/events',
    summary: 'Get the webhook URL for the provider and the last 100 events received',
    success: {
      status: 200,
      schema: objectSchema({
        address: nullableSchema(stringSchema),
        data: arraySchema(webhookEventSchema),
      }),
    },
    handler: handleLoadPaymentWebhookEvents,
  },
  {
    kind: 'write',
    permission: setupWritePermission,
    method: 'post',
    path: '/paymentSetups/:id/events/:event/replay',
    summary: 'Replay an event that a payment setup received',
    body: emptySchema,
    success: { status: 200, schema: webhookEventSchema },
    handler: handleReplayPaymentEvent,
  },
  {
    kind: 'write',
    permission: setupWritePermission,
    method: 'post',
    path: '/paymentSetups/:id/mode',
    summary: 'Switch a payment setup between test and live mode',
    query: [impactParameter],
    body: objectSchema({
      mode: { type: 'string', enum: Object.keys(paymentModes) },
      name: stringSchema,
    }),
    success: { status: 200, schema: record },
    handler: handleSwitchPaymentMode,
  },
  {
    kind: 'write',
    permission: setupWritePermission,
    method: 'post',
    path: '/paymentSetups/:id/duplicate',
    summary: 'Duplicate a payment setup with its credentials; the copy is a draft without stores',
    body: objectSchema({ name: stringSchema }),
    success: { status: 201, schema: record },
    handler: handleDuplicatePaymentSetup,
  },
  {
    kind: 'read',
    permission: `${paymentSetups.permission}:read`,
    method: 'get',
    path: '/paymentSetups/:id/rotation',
    summary: 'List replaced credentials whose signatures are still accepted',
    success: {
      status: 200,
      schema: objectSchema({
        data: arraySchema(
          objectSchema({ mode: stringSchema, replacedAt: instantSchema, endsAt: instantSchema }),
        ),
      }),
    },
    handler: handleListRetiredPaymentCredentials,
  },
  {
    kind: 'externalWrite',
    permission: `${paymentSetups.permission}:secrets`,
    method: 'post',
    path: '/paymentSetups/:id/rotation',
    stepUp: 'always',
    summary:
      'Rotate the credentials. The new ones are tested first, and events signed with the old ones are still accepted for the period you choose.',
    body: objectSchema(toSchemaProperties(rotationFields), ['secret', 'overlap']),
    success: { status: 200, schema: record },
    errorStatuses: [429],
    handler: handleRotatePaymentCredentials,
  },
]
