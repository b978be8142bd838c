import type { Request, Response } from 'express'
import { sql } from 'kysely'
import { platformPaths } from '#shared/engine/platformCalls.ts'
import { createAuditor } from '../audit/audit.ts'
import { buildSetActingAccount } from '../auth/tokens.ts'
import type { Caller, AccountViewer } from '../auth/tokens.ts'
import { getClientAddress } from '../platform/apiRequest.ts'
import { forbidden } from '../platform/httpError.ts'
import { httpMessages } from '../platform/httpMessages.ts'
import type { Platform } from '../platform/platform.ts'
import type { Call } from './call.ts'

/** The caller's own account, which only its owner can see. */
const ownAccountPath = /^\/(account|notificationPreferences)(\/|$)/

/**
 * Rejects a call that a view can't make: each write, whichever permission it needs, and the calls
 * of the own account.
 */
export function requireViewable({ kind, path, endsView }: Call): void {
  if (endsView) return
  if (kind !== 'read') throw forbidden(httpMessages.viewIsReadOnly)
  if (ownAccountPath.test(path)) throw forbidden(httpMessages.notInView)
}

type ViewedCall = {
  call: Call
  caller: Caller
  viewer: AccountViewer
  request: Request
  response: Response
}

/**
 * Logs what a view reads, before it's answered: each page, record, file, and stream once per view.
 * The call that every page makes for its account isn't logged, and the small pictures of a list are
 * one entry.
 */
export async function logViewedCall(
  { db, now }: Platform,
  { call, caller, viewer, request, response }: ViewedCall,
): Promise<void> {
  if (call.path === platformPaths.details) return
  const path = call.path.endsWith('/thumbnail') ? call.path : request.path
  const name = `${call.method.toUpperCase()} ${path}`
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql`insert into viewed_calls (token_id, call)
      values (${caller.tokenId}, ${name}) on conflict do nothing returning call`.execute(trx)
    if (rows.length === 0) return
    await sql`select ${buildSetActingAccount(viewer)}`.execute(trx)
    const audit = createAuditor(trx, {
      asked: { id: String(response.locals['requestId']), ip: getClientAddress(request) },
      now: now().toISOString(),
      actor: viewer.email,
    })
    await audit({
      event: 'users.viewed',
      target: { type: 'users', id: caller.id, label: caller.email },
      after: { call: name },
    })
  })
}
