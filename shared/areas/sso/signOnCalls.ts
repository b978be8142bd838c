import { array, boolean, integer, nullable, record, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { checked } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { asRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'

const Certificate = type({
  field: string(),
  subject: string(),
  from: string(),
  until: string(),
  key: string(),
  usable: boolean(),
  soon: boolean(),
  sentence: string(),
})
export type CertificateFacts = Infer<typeof Certificate>

/** The last test sign-in: what the provider said, and what that leads to with the mapping of now. */
export const LastTest = nullable(
  type({
    at: string(),
    actor: string(),
    claims: record(string(), array(string())),
    outcome: string(),
    sentence: string(),
  }),
)
export type LastTest = Infer<typeof LastTest>

const ourAddresses = {
  entityId: string(),
  acsUrl: string(),
  redirectUri: string(),
  metadataUrl: string(),
  signOnUrl: string(),
}
const Ours = type(ourAddresses)
/** What a provider must know of us, and where admins of the store sign on. */
export type OurAddresses = Infer<typeof Ours>

const Addresses = type({ admins: Ours, members: type({ redirectUri: string() }) })
/** What to enter at providers of a store's sign-on, of admins and of members. */
export type SignOnAddresses = Infer<typeof Addresses>

/** GET /stores/ID/signOnAddresses: known before anything is set up. */
export async function signOnAddresses(
  api: Api,
  storeId: number,
  signal?: AbortSignal,
): Promise<SignOnAddresses> {
  const path = `/stores/${storeId}/signOnAddresses`
  const { body } = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return checked(Addresses, body)
}

const Sides = type({
  ...ourAddresses,
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
  certificates: array(Certificate),
  domains: array(type({ domain: string(), name: string(), value: string() })),
  /** Store admins who could not sign in any more if sign-on were required; the first of them by address. */
  lockedOut: type({ count: integer(), emails: array(string()) }),
  lastTest: LastTest,
})
/** What there is to know of a sign-on besides its settings. */
export type Sides = Infer<typeof Sides>

/** GET /adminSignOns/ID/sides */
export async function signOnSides(api: Api, id: number, signal?: AbortSignal): Promise<Sides> {
  const path = `/adminSignOns/${id}/sides`
  const { body } = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return checked(Sides, body)
}

const Metadata = type({
  entityId: string(),
  ssoUrl: string(),
  certificate: string(),
  nextCertificate: nullable(string()),
})
/** What is read of a provider's metadata, by the fields that take it. */
export type ReadMetadata = Infer<typeof Metadata>

/** POST /signOnMetadata: reads metadata from a URL or a text; writes nothing. */
export async function readMetadata(
  api: Api,
  body: { url: string } | { xml: string },
  idempotencyKey: string,
): Promise<ReadMetadata> {
  const path = '/signOnMetadata'
  return checked(Metadata, (await api.send({ method: 'POST', path, body, idempotencyKey })).body)
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
  return asRecord(body)
}
