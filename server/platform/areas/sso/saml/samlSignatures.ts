import { select } from 'xpath'
import { ssoMessages } from '../messages.ts'

/** The parts of a response that have a signature, no matter whose. */
type SignedParts = { response: boolean; assertion: boolean }

const buildSignaturePath = (element: string) =>
  `${element}/*[local-name()="Signature" and namespace-uri()="http://www.w3.org/2000/09/xmldsig#"]`
const responsePath = '/*[local-name()="Response"]'
const encryptedPath =
  '//*[local-name()="EncryptedAssertion" or local-name()="EncryptedID" or local-name()="EncryptedAttribute"]'

export const findSignedParts = (answer: Document): SignedParts => ({
  response: hasMatch(answer, buildSignaturePath(responsePath)),
  assertion: hasMatch(answer, buildSignaturePath(`${responsePath}/*[local-name()="Assertion"]`)),
})

/** Whether an answer has encrypted parts. We have no key to decrypt them. */
export const hasEncryptedParts = (answer: Document): boolean => hasMatch(answer, encryptedPath)

const hasMatch = (answer: Document, path: string): boolean =>
  select(`boolean(${path})`, answer) as boolean // XPath's `boolean()` returns a boolean.

/**
 * Explains why a signature doesn't count: a setting or the certificate doesn't match. `isGenuine`
 * says that the response's own signature is valid.
 */
export function explainInvalidSignature(parts: SignedParts, isGenuine: boolean): string {
  if (!parts.response && !parts.assertion) return ssoMessages.nothingSigned
  if (parts.response && !parts.assertion && isGenuine) return ssoMessages.onlyResponseSigned
  return ssoMessages.otherCertificate
}
