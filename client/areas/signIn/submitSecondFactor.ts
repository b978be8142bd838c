import { messages } from '#shared/messages.ts'
import type { Actors } from '#client/runtime/actors.ts'
import { secondFactorMessages } from './secondFactorMessages.ts'

/**
 * Sends a second factor or a passkey to the session machine, or cancels the sign-in. Returns the
 * error of an empty code.
 */
export function submitSecondFactor(session: Actors['session'], form: FormData): string | null {
  const factor = form.get('factor')
  if (factor === 'totp' || factor === 'recovery') {
    const code = String(form.get('code') ?? '').trim()
    if (!code) return messages.validation.required(secondFactorMessages.codes[factor].label)
    session.send({ type: 'factor.submit', proof: { method: factor, code } })
  } else if (form.has('cancel')) {
    session.send({ type: 'factor.cancel' })
  } else if (factor === 'passkey') {
    const response = parsePasskey(form.get('response'))
    session.send({ type: 'factor.submit', proof: { method: 'passkey', response } })
  } else {
    session.send({ type: 'passkey.submit', response: parsePasskey(form.get('passkey')) })
  }
  return null
}

/** Parses what a passkey signed. The platform rejects everything that it didn't sign. */
function parsePasskey(text: unknown): object {
  try {
    const response: unknown = JSON.parse(String(text))
    return typeof response === 'object' && response ? response : {}
  } catch {
    return {}
  }
}
