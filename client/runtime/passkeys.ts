import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { createLazyPart } from './lazyPart.ts'

/** The browser's side of passkeys, which loads when the first one is needed. */
export const passkeysPart =
  createLazyPart<
    Pick<
      typeof import('@simplewebauthn/browser'),
      'browserSupportsWebAuthnAutofill' | 'startAuthentication' | 'startRegistration'
    >
  >()

/** The user canceled, or has no passkey here. The form stays as it is. */
const quietErrors = ['NotAllowedError', 'AbortError']

/** Returns null if the user canceled. Other errors are thrown. */
async function runCeremony<T>(ceremony: Promise<T>): Promise<T | null> {
  try {
    return await ceremony
  } catch (error) {
    if (error instanceof Error && quietErrors.includes(error.name)) return null
    throw error
  }
}

/**
 * Asks the user for a passkey and returns what it signed; null if the user canceled. With
 * `autofill`, the browser offers passkeys where it offers saved passwords, and the promise stays
 * open until the user chooses one.
 */
export async function signWithPasskey(
  options: object,
  { autofill = false } = {},
): Promise<object | null> {
  const { startAuthentication, browserSupportsWebAuthnAutofill } = await passkeysPart.load()
  if (autofill && !(await browserSupportsWebAuthnAutofill())) return null
  // The platform's library made the options for this one.
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  return runCeremony(startAuthentication({ optionsJSON, useBrowserAutofill: autofill }))
}

/** Creates a passkey; null if the user canceled. */
export async function createPasskey(options: object): Promise<object | null> {
  const { startRegistration } = await passkeysPart.load()
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  return runCeremony(startRegistration({ optionsJSON }))
}
