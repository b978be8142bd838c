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

/** The last test sign-in: what the provider said, and what that leads to with the mapping of now. */
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
/** What a provider must know of us, and where admins of the store sign on. */
export type ServiceProviderUrls = Infer<typeof ServiceProviderSchema>

const SsoUrlsSchema = type({
  admins: ServiceProviderSchema,
  members: type({ redirectUri: string() }),
})
/** What to enter at providers of a store's sign-on, of admins and of members. */
export type SsoUrls = Infer<typeof SsoUrlsSchema>

/** GET /stores/ID/loadSsoUrls: known before anything is set up. */
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
  /** Where a test sign-in begins, for half an hour. */
  testUrl: string(),
  /** The issuer that is asked, and the claims that are read, by what was entered or as such a provider usually has them. */
  read: type({
    issuer: nullable(string()),
    email: string(),
    firstName: string(),
    lastName: string(),
    groups: string(),
  }),
  certificates: array(CertificateSchema),
  domains: array(type({ domain: string(), name: string(), value: string() })),
  /** Store admins who could not sign in any more if sign-on were required; the first of them by address. */
  lockedOut: type({ count: integer(), emails: array(string()) }),
  lastTest: TestSignInResult,
})
/** What there is to know of a sign-on besides its settings. */
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
/** What is read of a provider's metadata, by the fields that take it. */
export type ProviderMetadata = Infer<typeof ProviderMetadataSchema>

/** POST /signOnMetadata: reads metadata from a URL or a text; writes nothing. */
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

/** POST /adminSignOns/ID/rotation: the second certificate takes the place of the first. */
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
