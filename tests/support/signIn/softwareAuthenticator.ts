import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

type Signer = {
  /** The console's origin, which the browser writes into what is signed. */
  origin: string
  /** What the credential is for; the origin's host unless a test says otherwise. */
  rpId?: string
  /** Whether the authenticator asked for a PIN or a fingerprint. */
  verified?: boolean
  counter?: number
  challenge: string
}

const flags = { present: 0x01, verified: 0x04, hasCredential: 0x40 }

/** An authenticator as a device has it, with one key, for tests without a browser. */
export function createSoftwareAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  return {
    id,
    /** Answers the options of a new passkey (`navigator.credentials.create`). */
    register: (signer: Signer) => {
      const clientData = buildClientData('webauthn.create', signer)
      const authenticatorData = Buffer.concat([
        buildAuthenticatorData(signer, flags.hasCredential),
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        encodePublicKey(publicKey),
      ])
      // {"fmt": "none", "attStmt": {}, "authData": bytes} in CBOR.
      const attestation = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from('fmt'),
        Buffer.from([0x64]),
        Buffer.from('none'),
        Buffer.from([0x67]),
        Buffer.from('attStmt'),
        Buffer.from([0xa0, 0x68]),
        Buffer.from('authData'),
        Buffer.from([0x58, authenticatorData.length]),
        authenticatorData,
      ])
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData.toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** Answers the options of a sign-in (`navigator.credentials.get`). */
    authenticate: (signer: Signer) => {
      const clientData = buildClientData('webauthn.get', signer)
      const authenticatorData = buildAuthenticatorData(signer, 0)
      const hash = createHash('sha256').update(clientData).digest()
      const signature = sign('sha256', Buffer.concat([authenticatorData, hash]), privateKey)
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}

const buildClientData = (type: string, { challenge, origin }: Signer): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

function buildAuthenticatorData(
  { origin, rpId = new URL(origin).hostname, verified = true, counter = 0 }: Signer,
  extra: number,
): Buffer {
  const counterBytes = Buffer.alloc(4)
  counterBytes.writeUInt32BE(counter)
  return Buffer.concat([
    createHash('sha256').update(rpId).digest(),
    Buffer.from([flags.present | (verified ? flags.verified : 0) | extra]),
    counterBytes,
  ])
}

/** Encodes an ES256 key as COSE: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
function encodePublicKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 32]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 32]),
    Buffer.from(y, 'base64url'),
  ])
}
