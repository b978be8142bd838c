import { act } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'

/** Replaces the browser's upload request: nothing is sent, and the test sets the answer. */
export class UploadCall extends EventTarget {
  readonly upload = new EventTarget()
  readonly headers = new Map<string, string>()
  status = 0
  responseText = ''
  url = ''
  body: FormData | undefined
  aborted = false
  open(_method: string, url: string) {
    this.url = url
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value)
  }
  send(body: FormData) {
    this.body = body
  }
  abort() {
    this.aborted = true
  }
  answer(status: number, body: object) {
    this.status = status
    this.responseText = JSON.stringify(body)
    act(() => void this.dispatchEvent(new Event('load')))
  }
}

/** Records all uploads until the test ends. */
export function captureUploads(): UploadCall[] {
  const calls: UploadCall[] = []
  class RecordedUpload extends UploadCall {
    override send(body: FormData) {
      super.send(body)
      calls.push(this)
    }
  }
  vi.stubGlobal('XMLHttpRequest', RecordedUpload)
  onTestFinished(() => void vi.unstubAllGlobals())
  return calls
}
