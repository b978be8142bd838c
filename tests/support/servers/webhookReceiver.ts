import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

type ReceivedEvent = { id: string; body: string; headers: Record<string, string> }

/** A program that receives webhooks, and verifies their signatures as its developers would. */
export async function startWebhookReceiver() {
  const state = {
    /** The status that it responds with. */
    status: 204,
    /** Whether it responds only after `answerAll()`. */
    isWaiting: false,
    received: [] as ReceivedEvent[],
  }
  const waiting: (() => void)[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = Object.fromEntries(
      ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [
        name,
        String(request.headers[name] ?? ''),
      ]),
    )
    const body = Buffer.concat(chunks).toString()
    state.received.push({ id: headers['webhook-id'] ?? '', body, headers })
    if (state.isWaiting) await new Promise<void>((answer) => waiting.push(answer))
    response.writeHead(state.status).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo // It listens on a TCP port.
  return {
    url: `http://127.0.0.1:${port}/events`,
    state,
    /** Verifies an event with a secret, and returns it. Throws if the signature isn't valid. */
    verify: ({ body, headers }: ReceivedEvent, secret: string): unknown =>
      new Webhook(secret).verify(body, headers),
    /** Responds to all requests, and from now on without waiting. */
    answerAll() {
      state.isWaiting = false
      for (const answer of waiting.splice(0)) answer()
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
