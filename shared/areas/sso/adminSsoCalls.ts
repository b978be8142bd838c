import { array, boolean, integer, nullable, record, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { parseRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'

const CertificateSchema = type({
  field: string(),
  subject: string(),
  from: string(),
  until: string(),
  key: string(),
  usable: boolean(),
  soon: boolean(),
  sentence: string(),
})
export type CertificateInfo = Infer<typeof CertificateSchema>

/** The last test sign-in: the provider's claims, and their outcome under the current mapping. */
export const TestSignInResult = nullable(
  type({
    at: string(),
    actor: string(),
    claims: record(string(), array(string())),
    outcome: string(),
    sentence: string(),
  }),
)
export type TestSignInResult = Infer<typeof TestSignInResult>

const serviceProviderFields = {
  entityId: string(),
  acsUrl: string(),
  redirectUri: string(),
  metadataUrl: string(),
  signOnUrl: string(),
}
const ServiceProviderSchema = type(serviceProviderFields)
/** The URLs that a provider needs, and the one where the store's admins sign in. */
export type ServiceProviderUrls = Infer<typeof ServiceProviderSchema>

const SsoUrlsSchema = type({
  admins: ServiceProviderSchema,
  members: type({ redirectUri: string() }),
})
/** The URLs to enter at a store's SSO providers, for admins and for members. */
export type SsoUrls = Infer<typeof SsoUrlsSchema>

/** GET /stores/ID/signOnAddresses: available before SSO is set up. */
export async function loadSsoUrls(
  api: Api,
  storeId: number,
  signal?: AbortSignal,
): Promise<SsoUrls> {
  const path = `/stores/${storeId}/signOnAddresses`
  const { body } = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return parseResponse(SsoUrlsSchema, body)
}

const AdminSsoInfo = type({
  ...serviceProviderFields,
  /** URL that starts a test sign-in; works for half an hour. */
  testUrl: string(),
  /** The issuer and claim names in use: as entered, or the provider's defaults. */
  read: type({
    issuer: nullable(string()),
    email: string(),
    firstName: string(),
    lastName: string(),
    groups: string(),
  }),
  certificates: array(CertificateSchema),
  domains: array(type({ domain: string(), name: string(), value: string() })),
  /**
   * Store admins who couldn't sign in if SSO were required: their number, and the first of them by
   * email address.
   */
  lockedOut: type({ count: integer(), emails: array(string()) }),
  lastTest: TestSignInResult,
})
/** Data about a store admin SSO setup beyond its settings. */
export type AdminSsoInfo = Infer<typeof AdminSsoInfo>

/** GET /adminSignOns/ID/sides */
export async function loadAdminSsoInfo(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<AdminSsoInfo> {
  const path = `/adminSignOns/${id}/sides`
  const { body } = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return parseResponse(AdminSsoInfo, body)
}

const ProviderMetadataSchema = type({
  entityId: string(),
  ssoUrl: string(),
  certificate: string(),
  nextCertificate: nullable(string()),
})
/** The values of a provider's metadata, by the fields that they fill in. */
export type ProviderMetadata = Infer<typeof ProviderMetadataSchema>

/** POST /signOnMetadata: parses metadata from a URL or text, without saving anything. */
export async function loadProviderMetadata(
  api: Api,
  body: { url: string } | { xml: string },
  idempotencyKey: string,
): Promise<ProviderMetadata> {
  const path = '/signOnMetadata'
  return parseResponse(
    ProviderMetadataSchema,
    (await api.send({ method: 'POST', path, body, idempotencyKey })).body,
  )
}

/** POST /adminSignOns/ID/rotation: replaces the certificate with the next one. */
export async function rotateCertificate(
  api: Api,
  { id, version }: Pick<AnyRecord, 'id' | 'version'>,
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/adminSignOns/${id}/rotation`
  const { body } = await api.send({
    method: 'POST',
    path,
    ifMatch: version,
    body: {},
    idempotencyKey,
  })
  return parseRecord(body)
}
