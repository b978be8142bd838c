import express from 'express'
import type { Request, Response } from 'express'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import type { Platform } from '../platform.ts'
import { recordTables } from '../schema.ts'

/** More than any event of a provider holds. */
const limit = '512kb'

/** An event as it came: a signature is over these bytes. */
export type Received = { platform: Platform; body: string; header: (name: string) => string }

/** Takes an event that is genuine: each counts once. */
export type Receiver = (
  received: Received,
  record: AnyRecord,
) => Promise<'taken' | 'known' | 'not genuine'>

/** Who hears the events of a provider, by the settings that the address names. */
export type Hearing = {
  resource: Resource
  /** Whether the provider tells these settings anything. */
  hears?: (record: AnyRecord) => boolean
  receive: Receiver
}

/** Where providers tell what happened (http.md, `PLATFORM_ORIGIN`); by the provider's name in the address. */
export function webhookEndpoints(
  platform: Platform,
  hearings: Readonly<Record<string, Hearing>>,
): express.Router {
  const router = express.Router()
  router.post(
    '/webhooks/:provider/:id',
    express.raw({ type: () => true, limit }),
    async (request, response) => hear(platform, hearings, request, response),
  )
  return router
}

async function hear(
  platform: Platform,
  hearings: Readonly<Record<string, Hearing>>,
  request: Request,
  response: Response,
): Promise<void> {
  const { provider = '', id = '' } = request.params as Record<string, string>
  const hearing = Object.hasOwn(hearings, provider) ? hearings[provider] : undefined
  const record =
    hearing && /^[1-9]\d{0,8}$/.test(id) ? await recordOf(platform, hearing, Number(id)) : undefined
  if (!hearing || !record || hearing.hears?.(record) === false)
    return tell(response, 404, 'unknown')
  const body = Buffer.isBuffer(request.body) ? request.body.toString() : ''
  const header = (name: string) => request.get(name) ?? ''
  const result = await hearing.receive({ platform, body, header }, record)
  tell(response, result === 'not genuine' ? 400 : 200, result)
}

const tell = (response: Response, status: number, result: string) =>
  void response.status(status).json({ result })

async function recordOf({ db }: Platform, { resource }: Hearing, id: number) {
  const row = await recordTables(db)
    .selectFrom(resource.name)
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row && (row as AnyRecord) // All columns of its table.
}
