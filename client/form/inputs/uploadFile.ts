import { number, optional, record, string, type } from 'superstruct'
import { ApiFailure, checked, failureFrom } from '#shared/engine/api.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { fileTooLarge } from '#shared/engine/fields/fileMessages.ts'
import { limits } from '#shared/limits.ts'
import type { UploadNews } from '#machines/upload.ts'
import { reasonOf } from '#client/runtime/failureSentence.ts'
import { newIdempotencyKey } from '#client/runtime/idempotencyKey.ts'
import { uploadWords } from './uploadWords.ts'

const Uploaded = type({
  id: number(),
  name: string(),
  /** Texts of the fields beside it, read from the file. */
  fills: optional(record(string(), string())),
})

/** Sends a file for a field and tells how it goes; returns what ends it. `fetch` cannot tell how much was sent. */
export function uploadFile(
  field: Field,
  file: File,
  tell: (news: UploadNews) => void,
  onUnauthorised: () => void,
): () => void {
  const refuse = (sentence: string) => tell({ type: 'upload.refused', sentence })
  const { label, uploadFor, maxBytes = limits.fileBytes } = field
  const call = new XMLHttpRequest()
  // Told before it is on its way; of what a file is the platform alone can tell.
  if (file.size > maxBytes) refuse(fileTooLarge(label, maxBytes))
  else {
    call.upload.addEventListener('progress', ({ loaded, total }) =>
      tell({ type: 'upload.progress', percent: Math.floor((100 * loaded) / Math.max(total, 1)) }),
    )
    call.addEventListener('load', () => {
      if (call.status === 401) onUnauthorised()
      try {
        const { id, name, fills } = checked(Uploaded, answerOf(call))
        tell({ type: 'upload.done', file: { id, label: name }, fills })
      } catch (error) {
        const isTooLarge = error instanceof ApiFailure && error.status === 413
        refuse(isTooLarge ? fileTooLarge(label, maxBytes) : reasonOf(error, uploadWords.files))
      }
    })
    call.addEventListener('error', () => refuse(uploadWords.cutOff(label)))
    call.open('POST', `/api/files?${new URLSearchParams({ for: uploadFor ?? '' })}`)
    call.setRequestHeader('accept', 'application/json')
    call.setRequestHeader('idempotency-key', newIdempotencyKey())
    const form = new FormData()
    form.set('file', file)
    call.send(form)
  }
  return () => call.abort()
}

function answerOf({ status, responseText }: XMLHttpRequest): unknown {
  let body: unknown
  try {
    body = JSON.parse(responseText)
  } catch {
    body = undefined
  }
  if (status >= 400) throw failureFrom(status, body)
  return body
}
