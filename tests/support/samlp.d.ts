/** The used part of samlp, Auth0's SAML provider for Express, which has no types. */
declare module 'samlp' {
  type Answer = {
    issuer: string
    cert: string
    key: string
    audience: string
    recipient: string
    destination: string
    inResponseTo?: string | undefined
    lifetimeInSeconds: number
    signatureAlgorithm: 'rsa-sha256' | 'rsa-sha1'
    digestAlgorithm: 'sha256' | 'sha1'
    signAssertion?: boolean
    signResponse?: boolean
    profileMapper: (user: object) => {
      getClaims: () => Record<string, unknown>
      getNameIdentifier: () => { nameIdentifier: string; nameIdentifierFormat: string }
    }
  }
  type Request = { issuer?: string; id?: string; assertionConsumerServiceURL?: string }
  const samlp: {
    getSamlResponse: (
      answer: Answer,
      user: object,
      done: (error: Error | null, xml: string) => void,
    ) => void
    parseRequest: (
      request: object,
      options: object,
      done: (error: Error | null, request?: Request) => void,
    ) => void
  }
  export default samlp
}
