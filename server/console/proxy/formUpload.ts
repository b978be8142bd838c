import { randomBytes } from 'node:crypto'
import { number, string, type } from 'superstruct'
import { createIdempotencyKey } from '#client/app.tsx'
import { ApiError, parseResponse } from '#shared/engine/api.ts'
import type { ReferenceValue } from '#shared/engine/list/referenceValues.ts'
import { problemTitles } from '#shared/engine/problemTitles.ts'
import { BodyTooLarge } from '../edge/requestBody.ts'
import type { PlatformCredentials } from './platformCredentials.ts'
import { toApiResponse, toUpstreamApiError } from './serverApi.ts'
import type { Upstream } from './upstream.ts'
import { UpstreamError } from './upstreamError.ts'

/** An incoming file, and the field it's for: RESOURCE.FIELD. */
type IncomingFile = { uploadFor: string; name: string; content: AsyncIterable<Uint8Array> }

/** Uploads a file to the platform; rejects with `ApiError`. */
export type UploadFile = (file: IncomingFile) => Promise<ReferenceValue>

const UploadAnswer = type({ id: number(), name: string() })

/**
 * Creates the upload for forms that are sent without JavaScript. Files are streamed over the
 * connections for uploads.
 */
export const createFormUpload =
  ({
    upstream,
    asked: credentials,
  }: {
    upstream: Upstream
    asked: PlatformCredentials
  }): UploadFile =>
  async ({ uploadFor, name, content }) => {
    const boundary = randomBytes(24).toString('hex')
    try {
      const answer = await upstream.send({
        method: 'POST',
        path: `/files?${new URLSearchParams({ for: uploadFor })}`,
        headers: Object.assign(credentials.headers(), {
          accept: 'application/json',
          'content-type': `multipart/form-data; boundary=${boundary}`,
          'idempotency-key': createIdempotencyKey(),
        }),
        body: buildMultipart(boundary, name, content),
        connection: 'long',
      })
      const { body } = toApiResponse('POST', answer, credentials.checkAnswer)
      const { id, name: label } = parseResponse(UploadAnswer, body)
      return { id, label }
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      if (error.cause instanceof BodyTooLarge)
        throw new ApiError({ status: 413, code: 'too_large', title: problemTitles.too_large })
      throw toUpstreamApiError(error, credentials.requestId)
    }
  }

async function* buildMultipart(boundary: string, name: string, content: AsyncIterable<Uint8Array>) {
  const filename = name.replaceAll(/[\r\n"]/g, '_')
  yield Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n` +
      'Content-Type: application/octet-stream\r\n\r\n',
  )
  yield* content
  yield Buffer.from(`\r\n--${boundary}--\r\n`)
}
