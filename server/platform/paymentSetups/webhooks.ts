import express from 'express'
import type { Request, Response } from 'express'
import { paymentSetups } from '#shared/resources/paymentSetups.ts'
import { openSecrets } from '../integrations/settings.ts'
import type { Platform } from '../platform.ts'
import { recordTables } from '../schema.ts'
import { takeEvent } from './events.ts'
import type { Genuine } from './events.ts'
import { asSetup } from './setUp.ts'
import type { PaymentSetup } from './setUp.ts'
import { readStripeEvent } from './stripeEvents.ts'

/** More than any event of theirs holds. */
const limit = '512kb'

type Received = { platform: Platform; setup: PaymentSetup; body: string; request: Request }
/** Reads an event of a provider; null where it is not genuine. */
type Read = (received: Received) => Promise<Genuine | null>

const readers: Partial<Record<string, Read>> = {
  async stripe({ platform, setup, body, request }) {
    const secrets = await openSecrets(platform, paymentSetups, setup)
    const of = (name: string) => [secrets[name]].filter((one) => typeof one === 'string')
    return readStripeEvent({
      body,
      signature: request.get('stripe-signature') ?? '',
      secrets: { test: of('testWebhookSecret'), live: of('liveWebhookSecret') },
      now: platform.now(),
    })
  },
}

/** Where providers tell what happened (http.md): the signature is over the bytes as they came, so nothing reads them before. */
export function webhookEndpoints(platform: Platform): express.Router {
  const router = express.Router()
  router.post(
    '/webhooks/:provider/:id',
    express.raw({ type: () => true, limit }),
    async (request, response) => receive(platform, request, response),
  )
  return router
}

async function receive(platform: Platform, request: Request, response: Response): Promise<void> {
  const { provider = '', id = '' } = request.params as Record<string, string>
  const read = Object.hasOwn(readers, provider) ? readers[provider] : undefined
  const setup = read && /^[1-9]\d{0,8}$/.test(id) ? await setupOf(platform, Number(id)) : undefined
  if (!read || !setup || setup.provider !== provider) return tell(response, 404, 'unknown')
  const body = Buffer.isBuffer(request.body) ? request.body.toString() : ''
  const event = await read({ platform, setup, body, request })
  if (!event) return tell(response, 400, 'not genuine')
  tell(response, 200, await takeEvent(platform, setup, event))
}

const tell = (response: Response, status: number, result: string) =>
  void response.status(status).json({ result })

async function setupOf({ db }: Platform, id: number): Promise<PaymentSetup | undefined> {
  const row = await recordTables(db)
    .selectFrom(paymentSetups.name)
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row && asSetup(row as never)
}
