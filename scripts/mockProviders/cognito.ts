import { createHmac, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AwsV4Signer } from 'aws4fetch'
import { redirectToSignIn, rejectCode } from './cognitoDomain.ts'

/** The state of the mock provider, which tests and operators can change while it runs. */
export type CognitoState = {
  region: string
  userPoolId: string
  clientId: string
  clientSecret: string | null
  accessKeyId: string
  secretAccessKey: string
  callbackUrls: string[]
  logoutUrls: string[]
  scopes: string[]
  flows: string[]
  mfa: 'OFF' | 'OPTIONAL' | 'ON'
  /** Whether the keys can describe the user pool. */
  canDescribe: boolean
  /**
   * Whether users can sign in with a password. If not, sign-in doesn't check the client any
   * further.
   */
  allowsPasswords: boolean
}

export const defaultCognitoState: CognitoState = {
  region: 'eu-central-1',
  userPoolId: 'eu-central-1_MockProvider01',
  clientId: 'standinclient0000000000000',
  clientSecret: 'mock-provider-client-secret',
  accessKeyId: 'AKIASTANDIN000000000',
  secretAccessKey: 'mock-provider-secret-access-key',
  callbackUrls: ['https://shop.example.com/callback'],
  logoutUrls: ['https://shop.example.com/'],
  scopes: ['openid', 'email', 'profile'],
  flows: ['code'],
  mfa: 'OPTIONAL',
  canDescribe: true,
  allowsPasswords: true,
}

class CognitoError extends Error {
  readonly type: string
  constructor(type: string, message: string) {
    super(message)
    this.type = type
  }
}

/**
 * Starts the part of a user pool's service that the console uses: discovery, keys, rejected
 * sign-ins, the sign-in page, the token endpoint, and three signed descriptions.
 */
export async function startCognito(overrides: Partial<CognitoState> = {}, port = 0) {
  const state: CognitoState = { ...defaultCognitoState, ...overrides }
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = {
    ...publicKey.export({ format: 'jwk' }),
    kid: 'mock-provider',
    use: 'sig',
    alg: 'RS256',
  }
  let origin = ''
  const server = createServer(async (request, response) => {
    const {
      status = 200,
      headers = {},
      body,
    } = await handleCognitoRequest(request).catch(toErrorResponse)
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1', ...headers })
    response.end(body === undefined ? '' : JSON.stringify(body))
  })

  async function handleCognitoRequest(request: IncomingMessage): Promise<CognitoResponse> {
    const url = new URL(request.url ?? '/', origin)
    const issuer = `${origin}/${state.userPoolId}`
    if (url.pathname === `/${state.userPoolId}/.well-known/openid-configuration`)
      return { body: { issuer, jwks_uri: `${issuer}/.well-known/jwks.json` } }
    if (url.pathname === `/${state.userPoolId}/.well-known/jwks.json`)
      return { body: { keys: [key] } }
    if (url.pathname === '/oauth2/authorize') return redirectToSignIn(url, state)
    if (url.pathname === '/oauth2/token') return rejectCode(request, await readBody(request), state)
    if (request.method !== 'POST' || url.pathname !== '/')
      return { status: 404, body: { message: 'Not Found' } }
    const text = await readBody(request)
    const action = String(request.headers['x-amz-target']).split('.').at(-1)
    const body = JSON.parse(text)
    if (action === 'InitiateAuth') return { body: rejectSignIn(body, state) }
    await requireSignature(request, { url: url.href, body: text, state })
    return { body: getDescription(String(action), body, state) }
  }

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: actualPort } = server.address() as AddressInfo // A TCP server has a port.
  origin = `http://127.0.0.1:${actualPort}`
  return { url: origin, state, stop: () => server.close().closeAllConnections() }
}

function toErrorResponse(error: unknown): CognitoResponse {
  const type = error instanceof CognitoError ? error.type : 'InternalErrorException'
  const message = error instanceof Error ? error.message : ''
  return {
    status: 400,
    body: Object.fromEntries([
      ['__type', type],
      ['message', message],
    ]),
  }
}

export type CognitoResponse = { status?: number; headers?: Record<string, string>; body?: unknown }

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

function rejectSignIn(
  body: Record<string, unknown>,
  { clientId, clientSecret, allowsPasswords }: CognitoState,
): never {
  if (body['ClientId'] !== clientId)
    throw new CognitoError(
      'ResourceNotFoundException',
      `User pool client ${String(body['ClientId'])} does not exist.`,
    )
  if (!allowsPasswords)
    throw new CognitoError(
      'InvalidParameterException',
      'USER_PASSWORD_AUTH flow not enabled for this client',
    )
  const { USERNAME = '', SECRET_HASH } = Object(body['AuthParameters'])
  const expectedHash =
    clientSecret &&
    createHmac('sha256', clientSecret)
      .update(USERNAME + clientId)
      .digest('base64')
  if (clientSecret && !SECRET_HASH)
    throw new CognitoError(
      'NotAuthorizedException',
      `Client ${clientId} is configured with secret but SECRET_HASH was not received`,
    )
  if (clientSecret && SECRET_HASH !== expectedHash)
    throw new CognitoError(
      'NotAuthorizedException',
      `Unable to verify secret hash for client ${clientId}`,
    )
  throw new CognitoError('NotAuthorizedException', 'Incorrect username or password.')
}

/**
 * Requires the signature that these keys give for exactly this request (AWS, "Signature Version
 * 4").
 */
async function requireSignature(
  { headers }: IncomingMessage,
  { url, body, state }: { url: string; body: string; state: CognitoState },
): Promise<void> {
  const authorization = headers['authorization'] ?? ''
  const id = /Credential=([^/]+)\//.exec(authorization)?.[1]
  if (id !== state.accessKeyId)
    throw new CognitoError(
      'UnrecognizedClientException',
      'The security token included in the request is invalid.',
    )
  const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? []
  const signed = names.flatMap((name) => (name === 'host' ? [] : [[name, String(headers[name])]]))
  const { headers: expectedHeaders } = await new AwsV4Signer({
    accessKeyId: state.accessKeyId,
    secretAccessKey: state.secretAccessKey,
    url,
    method: 'POST',
    headers: Object.fromEntries(signed),
    body,
    datetime: String(headers['x-amz-date']),
    region: state.region,
    service: 'cognito-idp',
    allHeaders: true,
  }).sign()
  if (expectedHeaders.get('authorization') !== authorization)
    throw new CognitoError(
      'InvalidSignatureException',
      'The request signature we calculated does not match.',
    )
  if (!state.canDescribe)
    throw new CognitoError('AccessDeniedException', 'User is not authorized to perform this action')
}

function getDescription(action: string, body: Record<string, unknown>, state: CognitoState) {
  if (body['UserPoolId'] !== state.userPoolId)
    throw new CognitoError('ResourceNotFoundException', 'User pool does not exist.')
  if (action === 'DescribeUserPool')
    return { UserPool: { Id: state.userPoolId, Domain: 'mock-provider' } }
  if (action === 'GetUserPoolMfaConfig') return { MfaConfiguration: state.mfa }
  if (action !== 'DescribeUserPoolClient')
    throw new CognitoError('UnknownOperationException', `There is no ${action}`)
  return {
    UserPoolClient: {
      UserPoolId: state.userPoolId,
      ClientId: state.clientId,
      ...(state.clientSecret ? { ClientSecret: state.clientSecret } : {}),
      CallbackURLs: state.callbackUrls,
      LogoutURLs: state.logoutUrls,
      AllowedOAuthFlows: state.flows,
      AllowedOAuthScopes: state.scopes,
      AccessTokenValidity: 30,
      IdTokenValidity: 1,
      RefreshTokenValidity: 30,
      TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'hours', RefreshToken: 'days' },
    },
  }
}
