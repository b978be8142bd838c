import { printfulEvents, webhookErrorMessages } from './messages.ts'

type PrintfulWebhook = {
  at: string | null
  url: string | null
  events: readonly string[]
  expiresAt: string | null
  /** Whether we have its secret. Without the secret, no event can be verified. */
  isKnown: boolean
}

/** Returns the error of a webhook as a sentence, or null if there is none. */
export function validateWebhook(
  { at, url, events, expiresAt, isKnown }: PrintfulWebhook,
  address: string,
  now: Date,
): string | null {
  if (at === null) return webhookErrorMessages.notChecked
  if (url === null) return webhookErrorMessages.notRegistered
  if (url !== address) return webhookErrorMessages.otherUrl
  if (expiresAt !== null && new Date(expiresAt) <= now) return webhookErrorMessages.expired
  const missing = Object.entries(printfulEvents).flatMap(([event, label]) =>
    events.includes(event) ? [] : [label],
  )
  if (missing.length > 0) return webhookErrorMessages.missingEvents(missing)
  return isKnown ? null : webhookErrorMessages.noSecret
}
