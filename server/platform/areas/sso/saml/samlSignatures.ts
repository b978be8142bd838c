import { select } from 'xpath'
import { ssoMessages } from '../messages.ts'

/** Which parts of a response are signed, no matter by whom. */
export type SignedParts = { response: boolean; assertion: boolean }

const buildSignaturePath = (element: string) =>
  `${element}/*[local-name()="Signature" and namespace-uri()="http://www.w3.org/2000/09/xmldsig#"]`
const responsePath = '/*[local-name()="Response"]'
const encryptedPath =
  '//*[local-name()="EncryptedAssertion" or local-name()="EncryptedID" or local-name()="EncryptedAttribute"]'

export const findSignedParts = (answer: Document): SignedParts => ({
  response: hasMatch(answer, buildSignaturePath(responsePath)),
  assertion: hasMatch(answer, buildSignaturePath(`${responsePath}/*[local-name()="Assertion"]`)),
})

/** Whether an answer has parts that only a key of ours could open; we have none. */
export const hasEncryptedParts = (answer: Document): boolean => hasMatch(answer, encryptedPath)

const hasMatch = (answer: Document, path: string): boolean =>
  select(`boolean(${path})`, answer) as boolean // `boolean()` of XPath is one.

/** Why the signature of an answer doesn't count: the setting that doesn't match, or the certificate. `isGenuine` tells of the response's. */
export function explainSignature(parts: SignedParts, isGenuine: boolean): string {
  if (!parts.response && !parts.assertion) return ssoMessages.nothingSigned
  if (parts.response && !parts.assertion && isGenuine) return ssoMessages.onlyResponseSigned
  return ssoMessages.otherCertificate
}
