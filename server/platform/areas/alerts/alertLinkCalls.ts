import { sql } from 'kysely'
import { enums, string, type } from 'superstruct'
import { alertLinkPaths, linkActions } from '#shared/areas/alerts/alertLinkCalls.ts'
import type { PersonalAlert } from '#shared/areas/alerts/alertLinkCalls.ts'
import type { LinkedAlert } from '#shared/areas/alerts/linkedAlert.ts'
import { attentionItems } from '#shared/areas/alerts/attentionItems.ts'
import { is } from '#shared/engine/is.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import { buildSetActingAccount } from '#server/platform/core/auth/tokens.ts'
import type { Account, Caller } from '#server/platform/core/auth/tokens.ts'
import { hasPermission } from '#server/platform/core/http/createCallHandler.ts'
import type { Call, CallResult, WriteContext } from '#server/platform/core/http/call.ts'
import { runInTransaction } from '#server/platform/core/http/performWrite.ts'
import {
  instantSchema,
  integerSchema,
  nullableSchema,
  objectSchema,
  stringSchema,
} from '#server/platform/core/http/schema.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import { badRequest, notFound } from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseId } from '#server/platform/core/records/recordId.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { openAlertLink } from '../alertChannels/index.ts'
import { lockAlert, updateAlertOwner, updateAlertState } from './changeAlert.ts'
import { findCurrentAlertId, findFixedAlert } from './fixedAlerts.ts'
import { alertMessages } from './messages.ts'

const LinkTokenBody = type({ token: string() })
const ResponseBody = type({ token: string(), action: enums(linkActions) })
const noun = attentionItems.title.one

/**
 * GET /alertLinks/TOKEN: the alert that a signed-in operator's link leads to. An alert's ID leads to
 * it too, because here the operator's permissions decide, not the link.
 */
async function handleOpenLink(
  { params }: ApiRequest,
  platform: Platform,
  caller: Caller,
): Promise<CallResult> {
  const { db } = platform
  const token = String(params['token'])
  const linkedId = /^\d+$/.test(token)
    ? parseId({ id: token }, noun)
    : (await openAlertLink(platform, db, token)).alertId
  const alertId = await findCurrentAlertId(db, linkedId)
  if (alertId === null) {
    const fixed = await findFixedAlert(db, caller, linkedId)
    if (!fixed) throw notFound(noun)
    const { title, kind, endedAt: fixedAt } = fixed
    const body: LinkedAlert = { alertId: linkedId, title, kind, fixedAt }
    return { status: 200, body }
  }
  const alert = await loadRecord(db, limitToCaller(caller, attentionItems), alertId)
  const kind = String(alert['kind'])
  const title = getLabel(attentionItems, alert)
  const body: LinkedAlert = { alertId, title, kind, fixedAt: null }
  return { status: 200, body }
}

/**
 * Opens a link from an email to an operator, without sign-in. Rejects with 404 if it isn't
 * personal, or if the operator may no longer change the alert.
 */
async function openPersonalLink(
  platform: Platform,
  db: Connection,
  token: string,
): Promise<{ operator: Account; alertId: number }> {
  const { alertId: linkedId, operator } = await openAlertLink(platform, db, token)
  const alertId = await findCurrentAlertId(db, linkedId)
  if (!operator || alertId === null || !hasPermission(writePermission, operator))
    throw notFound(noun)
  return { operator, alertId }
}

const writePermission = `${attentionItems.permission}:write` as const

const toPersonalAlert = (alert: AnyRecord, operator: Account): PersonalAlert => ({
  email: operator.email,
  title: getLabel(attentionItems, alert),
  detail: alert['detail'] === null ? null : String(alert['detail']),
  isOpen: alert['state'] === 'open',
  isYours: alert['ownerId'] === operator.id,
  snoozedUntil: alert['snoozedUntil'] === null ? null : String(alert['snoozedUntil']),
})

/** POST /alertLinks/check: reads, but the token isn't in the URL, which logs keep. */
async function handleCheckLink({ body }: ApiRequest, platform: Platform): Promise<CallResult> {
  if (!is(body, LinkTokenBody)) throw badRequest(alertMessages.tokenBody)
  const { db } = platform
  const { operator, alertId } = await openPersonalLink(platform, db, body.token)
  const alert = await loadRecord(db, limitToCaller(operator, attentionItems), alertId)
  return { status: 200, body: toPersonalAlert(alert, operator) }
}

/**
 * POST /alertLinks/respond: acknowledges or snoozes an alert in the name of the operator whose
 * email has the link. Doing it again changes nothing.
 */
async function handleRespond(request: ApiRequest, platform: Platform): Promise<CallResult> {
  const { body } = request
  if (!is(body, ResponseBody)) throw badRequest(alertMessages.responseBody)
  return runInTransaction(platform, async (trx, at) => {
    const { operator, alertId } = await openPersonalLink(platform, trx, body.token)
    const now = at.toISOString()
    const audit = createAuditor(trx, { asked: request, now, actor: operator.email })
    await sql`select ${buildSetActingAccount(operator)}`.execute(trx)
    const context: WriteContext = { platform, trx, caller: operator, now, audit }
    const alert = await lockAlert(context, alertId, null)
    const source = alertMessages.fromLink(operator.email)
    if (body.action === 'acknowledge' && alert['ownerId'] !== operator.id)
      await updateAlertOwner(context, alert, { ownerId: operator.id, source })
    if (body.action === 'snooze' && alert['state'] === 'open')
      await updateAlertState(context, alert, { to: 'snoozed', days: 1, reason: null, source })
    return { status: 204 }
  })
}

const personalSchema = objectSchema({
  email: stringSchema,
  title: stringSchema,
  detail: nullableSchema(stringSchema),
  isOpen: { type: 'boolean' },
  isYours: { type: 'boolean' },
  snoozedUntil: nullableSchema(instantSchema),
})

/** The calls of links in messages about alerts (shared/areas/alerts/alertLinkCalls.ts). */
export const alertLinkCalls: readonly Call[] = [
  {
    kind: 'read',
    permission: `${attentionItems.permission}:read`,
    method: 'get',
    path: '/alertLinks/:token',
    summary: 'Find an alert by the link of a message or by its ID, also after it was fixed',
    success: {
      status: 200,
      schema: objectSchema({
        alertId: integerSchema,
        title: stringSchema,
        kind: stringSchema,
        fixedAt: nullableSchema(instantSchema),
      }),
    },
    handler: handleOpenLink,
  },
  {
    kind: 'open',
    method: 'post',
    path: alertLinkPaths.check,
    summary: 'Get the alert of a link in an email to an operator. Changes nothing.',
    body: objectSchema({ token: stringSchema }),
    success: { status: 200, schema: personalSchema },
    handler: handleCheckLink,
  },
  {
    kind: 'open',
    method: 'post',
    path: alertLinkPaths.respond,
    summary: 'Acknowledge an alert, or snooze it for a day, by a link in an email to an operator',
    body: objectSchema({
      token: stringSchema,
      action: { type: 'string', enum: [...linkActions] },
    }),
    success: { status: 204 },
    handler: handleRespond,
  },
]
