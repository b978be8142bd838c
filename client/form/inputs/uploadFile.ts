import { number, optional, record, string, type } from 'superstruct'
import { ApiError, parseResponse, toApiError } from '#shared/engine/api.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { formatFileTooLarge } from '#shared/engine/fields/fileMessages.ts'
import { limits } from '#shared/limits.ts'
import type { UploadEvent } from '#machines/upload.ts'
import { formatError } from '#client/runtime/formatError.ts'
import { createIdempotencyKey } from '#client/runtime/idempotencyKey.ts'
import { uploadMessages } from './uploadMessages.ts'

const UploadResponse = type({
  id: number(),
  name: string(),
  /** Texts for related fields, read from the file. */
  fills: optional(record(string(), string())),
})

/**
 * Uploads a file for a field and reports its progress. Returns a function that aborts it. `fetch`
 * can't report how much was sent.
 */
export function uploadFile(
  field: Field,
  file: File,
  onEvent: (news: UploadEvent) => void,
  onUnauthorized: () => void,
): () => void {
  const reject = (sentence: string) => onEvent({ type: 'upload.refused', sentence })
  const { label, uploadFor, maxBytes = limits.fileBytes } = field
  const call = new XMLHttpRequest()
  // Checked before it's sent. Only the platform can check a file's type.
  if (file.size > maxBytes) reject(formatFileTooLarge(label, maxBytes))
  else {
    call.upload.addEventListener('progress', ({ loaded, total }) =>
      onEvent({
        type: 'upload.progress',
        percent: Math.floor((100 * loaded) / Math.max(total, 1)),
      }),
    )
    call.addEventListener('load', () => {
      if (call.status === 401) onUnauthorized()
      try {
        const { id, name, fills } = parseResponse(UploadResponse, parseUploadResponse(call))
        onEvent({ type: 'upload.done', file: { id, label: name }, fills })
      } catch (error) {
        const isTooLarge = error instanceof ApiError && error.status === 413
        reject(
          isTooLarge
            ? formatFileTooLarge(label, maxBytes)
            : formatError(error, uploadMessages.files),
        )
      }
    })
    call.addEventListener('error', () => reject(uploadMessages.cutOff(label)))
    call.open('POST', `/api/files?${new URLSearchParams({ for: uploadFor ?? '' })}`)
    call.setRequestHeader('accept', 'application/json')
    call.setRequestHeader('idempotency-key', createIdempotencyKey())
    const form = new FormData()
    form.set('file', file)
    call.send(form)
  }
  return () => call.abort()
}

function parseUploadResponse({ status, responseText }: XMLHttpRequest): unknown {
  let body: unknown
  try {
    body = JSON.parse(responseText)
  } catch {
    body = undefined
  }
  if (status >= 400) throw toApiError(status, body)
  return body
}
