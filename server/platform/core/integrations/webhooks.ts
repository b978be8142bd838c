import express from 'express'
import { rateLimit } from 'express-rate-limit'
import type { Request, Response } from 'express'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { Platform } from '../platform/platform.ts'
import { HttpError } from '../platform/httpError.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import type { WebhookHandler, WebhookHandlers } from './webhookHandler.ts'
import { integrationCallMessages } from './messages.ts'

const webhookBodyLimit = '512kb'

/**
 * Requests per network and minute, counted in each process. Providers send bursts of 50 per second.
 * Rejected requests have a lower limit, since an unsigned one can make us call its provider.
 */
export const webhookLimits = {
  all: { limit: 6000 },
  rejected: { limit: 300, skipSuccessfulRequests: true },
} as const

const createWebhookLimiter = (limitOptions: (typeof webhookLimits)[keyof typeof webhookLimits]) =>
  rateLimit({
    ...limitOptions,
    windowMs: 60_000,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    handler: () => {
      throw new HttpError(429, 'throttled', integrationCallMessages.tooMany, { retryAfter: 60 })
    },
  })

/** Creates the router for provider events (http.md, `PLATFORM_ORIGIN`). */
export function createWebhookRouter(platform: Platform, handlers: WebhookHandlers): express.Router {
  const router = express.Router()
  router.use(
    '/webhooks/',
    createWebhookLimiter(webhookLimits.all),
    createWebhookLimiter(webhookLimits.rejected),
  )
  router
    .route('/webhooks/:provider/:id')
    .get(async (request, response) => sendChallengeAnswer(platform, handlers, request, response))
    .post(express.raw({ type: () => true, limit: webhookBodyLimit }), async (request, response) =>
      receiveWebhook(platform, handlers, request, response),
    )
  return router
}

async function receiveWebhook(
  platform: Platform,
  handlers: WebhookHandlers,
  request: Request,
  response: Response,
): Promise<void> {
  const match = await findWebhookHandler(platform, handlers, request)
  if (!match) return sendWebhookResult(response, 404, 'unknown')
  const body = Buffer.isBuffer(request.body) ? request.body.toString() : ''
  const header = (name: string) => request.get(name) ?? ''
  const result = await match.handler.receive({ platform, body, header }, match.record)
  sendWebhookResult(response, result === 'not genuine' ? 400 : 200, result)
}

/**
 * Answers the challenge that a provider sends before any events. Only the holder of the secret can.
 */
async function sendChallengeAnswer(
  platform: Platform,
  handlers: WebhookHandlers,
  request: Request,
  response: Response,
): Promise<void> {
  const match = await findWebhookHandler(platform, handlers, request)
  const { searchParams } = new URL(request.originalUrl, 'http://platform')
  const proof =
    match && (await match.handler.answerChallenge?.(platform, match.record, searchParams))
  if (!proof) return sendWebhookResult(response, 404, 'unknown')
  response.type('text/plain').send(proof)
}

/** Finds the handler and the settings that a URL names; null if there are none. */
async function findWebhookHandler(
  platform: Platform,
  handlers: WebhookHandlers,
  { params }: Request,
) {
  const { provider = '', id = '' } = params as Record<string, string>
  const handler = Object.hasOwn(handlers, provider) ? handlers[provider] : undefined
  const record =
    handler && /^[1-9]\d{0,8}$/.test(id)
      ? await findSettingsRecord(platform, handler, Number(id))
      : undefined
  return handler && record && handler.accepts?.(record) !== false ? { handler, record } : null
}

const sendWebhookResult = (response: Response, status: number, result: string) =>
  void response.status(status).json({ result })

async function findSettingsRecord({ db }: Platform, { resource }: WebhookHandler, id: number) {
  const row = await withRecordTables(db)
    .selectFrom(resource.name)
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row && (row as AnyRecord) // All columns of its table.
}
