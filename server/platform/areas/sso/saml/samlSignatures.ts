import { select } from 'xpath'
import { ssoMessages } from '../messages.ts'

/** Which parts of a response are signed, no matter by whom. */
export type SignedParts = { response: boolean; assertion: boolean }

const signatureOf = (element: string) =>
  `${element}/*[local-name()="Signature" and namespace-uri()="http://www.w3.org/2000/09/xmldsig#"]`
const response = '/*[local-name()="Response"]'
const encrypted =
  '//*[local-name()="EncryptedAssertion" or local-name()="EncryptedID" or local-name()="EncryptedAttribute"]'

export const findSignedParts = (answer: Document): SignedParts => ({
  response: hasAny(answer, signatureOf(response)),
  assertion: hasAny(answer, signatureOf(`${response}/*[local-name()="Assertion"]`)),
})

/** Whether an answer has parts that only a key of ours could open; we have none. */
export const hasEncryptedParts = (answer: Document): boolean => hasAny(answer, encrypted)

const hasAny = (answer: Document, path: string): boolean =>
  select(`boolean(${path})`, answer) as boolean // `boolean()` of XPath is one.

/** Why the signature of an answer doesn't count: the setting that doesn't match, or the certificate. `isGenuine` tells of the response's. */
export function explainSignature(parts: SignedParts, isGenuine: boolean): string {
  if (!parts.response && !parts.assertion) return ssoMessages.nothingSigned
  if (parts.response && !parts.assertion && isGenuine) return ssoMessages.onlyResponseSigned
  return ssoMessages.otherCertificate
}
