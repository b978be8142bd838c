import { promisify } from 'node:util'
import samlp from 'samlp'
import { nameIdFormats } from '#server/platform/areas/sso/saml/samlClient.ts'

/** An account at a provider. */
export type SamlPerson = { nameId: string; claims: Record<string, string | string[]> }

export type SamlResponseOptions = {
  issuer: string
  key: { privateKey: string; certificate: string }
  person: SamlPerson
  audience: string
  acsUrl: string
  inResponseTo?: string | undefined
  recipient?: string
  destination?: string
  signature?: 'sha256' | 'sha1'
  digest?: 'sha256' | 'sha1'
  signed?: 'assertion' | 'response' | 'nothing'
  seconds?: number
}

/** Creates the response of a SAML provider (samlp) as XML. */
export function createSamlResponse({
  issuer,
  key,
  person,
  audience,
  acsUrl,
  inResponseTo,
  recipient = acsUrl,
  destination = acsUrl,
  signature = 'sha256',
  digest = 'sha256',
  signed = 'assertion',
  seconds = 300,
}: SamlResponseOptions): Promise<string> {
  return promisify(samlp.getSamlResponse)(
    {
      issuer,
      cert: key.certificate,
      key: key.privateKey,
      audience,
      recipient,
      destination,
      inResponseTo,
      lifetimeInSeconds: seconds,
      signatureAlgorithm: `rsa-${signature}`,
      digestAlgorithm: digest,
      signAssertion: signed === 'assertion',
      signResponse: signed === 'response',
      profileMapper: () => ({
        getClaims: () => person.claims,
        getNameIdentifier: () => ({
          nameIdentifier: person.nameId,
          nameIdentifierFormat: nameIdFormats.email,
        }),
      }),
    },
    {},
  )
}
