import { randomBytes } from 'node:crypto'
import { number, string, type } from 'superstruct'
import { newIdempotencyKey } from '#client/app.tsx'
import { ApiFailure, checked } from '#shared/engine/api.ts'
import type { Picked } from '#shared/engine/list/picked.ts'
import { problemTitles } from '#shared/engine/problemTitles.ts'
import { BodyTooLarge } from '../edge/requestBody.ts'
import type { InTheirName } from './inTheirName.ts'
import { answerFrom, failureOf } from './serverApi.ts'
import type { Upstream } from './upstream.ts'
import { UpstreamFault } from './upstreamFault.ts'

/** A file on its way in, and the field it is for: RESOURCE.FIELD. */
export type Incoming = { uploadFor: string; name: string; content: AsyncIterable<Uint8Array> }

/** Hands a file on to the platform; rejects with `ApiFailure`. */
export type Upload = (file: Incoming) => Promise<Picked>

const Uploaded = type({ id: number(), name: string() })

/** The platform's upload as a form that was sent without JavaScript asks for it: piece by piece, on the connections of uploads. */
export const uploadOf =
  ({ upstream, asked }: { upstream: Upstream; asked: InTheirName }): Upload =>
  async ({ uploadFor, name, content }) => {
    const boundary = randomBytes(24).toString('hex')
    try {
      const answer = await upstream.send({
        method: 'POST',
        path: `/files?${new URLSearchParams({ for: uploadFor })}`,
        headers: Object.assign(asked.headers(), {
          accept: 'application/json',
          'content-type': `multipart/form-data; boundary=${boundary}`,
          'idempotency-key': newIdempotencyKey(),
        }),
        body: formOf(boundary, name, content),
        way: 'long',
      })
      const { body } = answerFrom('POST', answer, asked.judge)
      const { id, name: label } = checked(Uploaded, body)
      return { id, label }
    } catch (error) {
      if (!(error instanceof UpstreamFault)) throw error
      if (error.cause instanceof BodyTooLarge)
        throw new ApiFailure({ status: 413, code: 'too_large', title: problemTitles.too_large })
      throw failureOf(error, asked.requestId)
    }
  }

async function* formOf(boundary: string, name: string, content: AsyncIterable<Uint8Array>) {
  const told = name.replaceAll(/[\r\n"]/g, '_')
  yield Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${told}"\r\n` +
      'Content-Type: application/octet-stream\r\n\r\n',
  )
  yield* content
  yield Buffer.from(`\r\n--${boundary}--\r\n`)
}
