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
  /** What proves to a provider that asks that the address is ours; null where nothing does. */
  prove?: (platform: Platform, record: AnyRecord, asked: URLSearchParams) => Promise<string | null>
}
type Hearings = Readonly<Record<string, Hearing>>

/** Where providers tell what happened (http.md, `PLATFORM_ORIGIN`); by the provider's name in the address. */
export function webhookEndpoints(platform: Platform, hearings: Hearings): express.Router {
  const router = express.Router()
  router
    .route('/webhooks/:provider/:id')
    .get(async (request, response) => prove(platform, hearings, request, response))
    .post(express.raw({ type: () => true, limit }), async (request, response) =>
      hear(platform, hearings, request, response),
    )
  return router
}

async function hear(
  platform: Platform,
  hearings: Hearings,
  request: Request,
  response: Response,
): Promise<void> {
  const asked = await askedBy(platform, hearings, request)
  if (!asked) return tell(response, 404, 'unknown')
  const body = Buffer.isBuffer(request.body) ? request.body.toString() : ''
  const header = (name: string) => request.get(name) ?? ''
  const result = await asked.hearing.receive({ platform, body, header }, asked.record)
  tell(response, result === 'not genuine' ? 400 : 200, result)
}

/** What a provider asks before it sends anything: whoever has the secret can tell. */
async function prove(
  platform: Platform,
  hearings: Hearings,
  request: Request,
  response: Response,
): Promise<void> {
  const asked = await askedBy(platform, hearings, request)
  const { searchParams } = new URL(request.originalUrl, 'http://platform')
  const proof = asked && (await asked.hearing.prove?.(platform, asked.record, searchParams))
  if (!proof) return tell(response, 404, 'unknown')
  response.type('text/plain').send(proof)
}

/** Who hears at an address, and by which settings; null where there is nobody. */
async function askedBy(platform: Platform, hearings: Hearings, { params }: Request) {
  const { provider = '', id = '' } = params as Record<string, string>
  const hearing = Object.hasOwn(hearings, provider) ? hearings[provider] : undefined
  const record =
    hearing && /^[1-9]\d{0,8}$/.test(id) ? await recordOf(platform, hearing, Number(id)) : undefined
  return hearing && record && hearing.hears?.(record) !== false ? { hearing, record } : null
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
