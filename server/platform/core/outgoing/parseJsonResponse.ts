import type { OutgoingResponse } from './sendRequest.ts'

/** Parses a response's JSON; undefined if it isn't JSON. */
export function parseJsonResponse({ body }: Pick<OutgoingResponse, 'body'>): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
