import { createContext } from 'react-router'
import { createIdempotencyKey } from './idempotencyKey.ts'

/** The idempotency keys of one submitted form. */
export type WriteKeys = {
  /** Returns the key for the form's write. */
  getKey: (form: FormData) => string
  /** Notes that the form's write succeeded. */
  complete: (form: FormData) => void
}

const readKey = (form: FormData) => String(form.get('writeKey') ?? '') || createIdempotencyKey()

/** The default is the server's: each page that it renders has its own key. */
export const writeKeysContext = createContext<WriteKeys>({
  getKey: readKey,
  complete: () => undefined,
})

/**
 * Creates the function that each submission of a page calls once. A form keeps its key until the
 * page has reloaded its data. If it's submitted again after its write succeeded, that's a new
 * write, so it gets a new key. A second submission before that is a repeat and keeps the key.
 */
export function trackWriteKeys(): () => WriteKeys {
  let nextKeys: ReadonlyMap<string, string> = new Map()
  return () => {
    const keysAtSubmission = nextKeys
    return {
      getKey: (form) => {
        const key = readKey(form)
        return keysAtSubmission.get(key) ?? key
      },
      complete: (form) => {
        nextKeys = new Map(nextKeys).set(readKey(form), createIdempotencyKey())
      },
    }
  }
}
