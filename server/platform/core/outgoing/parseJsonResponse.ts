import type { OutgoingResponse } from './sendRequest.ts'

/** The JSON of an answer, or undefined where it is none. */
export function parseJsonResponse({ body }: Pick<OutgoingResponse, 'body'>): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
