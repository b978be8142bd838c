import type { Reply } from './request.ts'

/** The JSON of an answer, or undefined where it is none. */
export function jsonOf({ body }: Pick<Reply, 'body'>): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
