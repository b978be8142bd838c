import { object as struct, string } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { adminSignOns } from '#shared/areas/sso/adminSignOns.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult, Call, RequestContext } from '#server/platform/core/http/call.ts'
import {
  badRequest,
  validationFailed,
  invalidState,
} from '#server/platform/core/platform/httpError.ts'
import { saveExpirations } from '#server/platform/core/integrations/integrationHooks.ts'
import {
  instantSchema,
  arraySchema,
  nullableSchema,
  stringSchema,
  integerSchema,
} from '#server/platform/core/http/schema.ts'
import { buildRecordSchemas } from '#server/platform/core/records/recordSchemas.ts'
import { emptySchema, objectSchema } from '#server/platform/core/http/schema.ts'
import { NetworkError } from '#server/platform/core/outgoing/networkError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { lockRecord, loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId, requireVersion } from '#server/platform/core/records/recordId.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import { ssoAddressesCall, ssoAddressSchemas } from './addresses.ts'
import { adminSsoIntegration } from './adminSso.ts'
import { MetadataError, parseSamlMetadata } from './saml/samlMetadata.ts'
import { toAdminSsoRecord } from './adminSsoSetup.ts'
import { handleLoadAdminSsoInfo } from './adminSsoInfo.ts'
import { samlMetadataMessages, ssoSettingsMessages } from './messages.ts'

const adminSsoWritePermission = `${adminSignOns.permission}:write` as const
const flagSchema = { type: 'boolean' }

/** The last test sign-in, with its outcome under the current settings; null before the first. */
export const lastTestSchema = nullableSchema(
  objectSchema({
    at: instantSchema,
    actor: stringSchema,
    outcome: stringSchema,
    sentence: stringSchema,
    claims: { type: 'object', additionalProperties: arraySchema(stringSchema) },
  }),
)

const adminSsoInfoSchema = objectSchema({
  ...ssoAddressSchemas,
  testUrl: stringSchema,
  read: objectSchema({
    issuer: nullableSchema(stringSchema),
    email: stringSchema,
    firstName: stringSchema,
    lastName: stringSchema,
    groups: stringSchema,
  }),
  certificates: arraySchema(
    objectSchema({
      field: stringSchema,
      subject: stringSchema,
      from: instantSchema,
      until: instantSchema,
      key: stringSchema,
      usable: flagSchema,
      soon: flagSchema,
      sentence: stringSchema,
    }),
  ),
  domains: arraySchema(
    objectSchema({ domain: stringSchema, name: stringSchema, value: stringSchema }),
  ),
  lockedOut: objectSchema({ count: integerSchema, emails: arraySchema(stringSchema) }),
  lastTest: lastTestSchema,
})

/**
 * The calls of store admin SSO in addition to those of every integration
 * (shared/areas/sso/adminSsoCalls.ts).
 */
export const adminSsoCalls: readonly Call[] = [
  ssoAddressesCall,
  {
    kind: 'read',
    permission: `${adminSignOns.permission}:read`,
    method: 'get',
    path: '/adminSignOns/:id/sides',
    summary:
      "Get the values for the provider's settings, the certificates, the domains, and the last test sign-in",
    success: { status: 200, schema: adminSsoInfoSchema },
    handler: handleLoadAdminSsoInfo,
  },
  {
    kind: 'read',
    permission: adminSsoWritePermission,
    method: 'post',
    path: '/signOnMetadata',
    summary: "Read a SAML provider's metadata from a URL or XML, without saving it",
    body: objectSchema({ url: stringSchema, xml: stringSchema }, []),
    success: {
      status: 200,
      schema: objectSchema({
        entityId: stringSchema,
        ssoUrl: stringSchema,
        certificate: stringSchema,
        nextCertificate: nullableSchema(stringSchema),
      }),
    },
    errorStatuses: [429],
    handler: handleReadProviderMetadata,
  },
  {
    kind: 'write',
    permission: adminSsoWritePermission,
    method: 'post',
    path: '/adminSignOns/:id/rotation',
    stepUp: 'always',
    summary: 'Replace the certificate with the next one',
    body: emptySchema,
    ifMatch: 'required',
    success: { status: 200, schema: buildRecordSchemas(adminSignOns).record },
    handler: handleRotateAdminSsoCertificate,
  },
]

/** Exactly one of `url` and `xml` is allowed: with both, it's unclear which one counts. */
const MetadataUrlBody = struct({ url: string() })
const MetadataXmlBody = struct({ xml: string() })

/** Parses metadata. A URL is fetched through `outgoing`. */
async function handleReadProviderMetadata(
  { body }: ApiRequest,
  { outgoing, now }: Platform,
  caller: Caller,
): Promise<CallResult> {
  if (!is(body, MetadataUrlBody) && !is(body, MetadataXmlBody))
    throw badRequest(ssoSettingsMessages.urlOrXml)
  try {
    const xml = 'xml' in body ? body.xml : await fetchMetadata(body.url, outgoing, caller)
    const { entityId, ssoUrl, certificates } = parseSamlMetadata(xml, now())
    const [certificate, nextCertificate = null] = certificates
    return { status: 200, body: { entityId, ssoUrl, certificate, nextCertificate } }
  } catch (error) {
    const field = 'xml' in body ? 'xml' : 'url'
    if (error instanceof MetadataError) throw validationFailed({ [field]: error.message })
    if (error instanceof NetworkError) throw validationFailed({ [field]: error.sentence })
    throw error
  }
}

async function fetchMetadata(
  url: string,
  outgoing: Platform['outgoing'],
  caller: Caller,
): Promise<string> {
  outgoing.testRateLimit.consume(caller.id)
  const { status, body } = await outgoing.request({ url })
  if (status === 200) return body.toString()
  throw new MetadataError(samlMetadataMessages.notAtUrl(status))
}

/**
 * Replaces the certificate. Both certificates are already accepted, so this needs no new test and
 * SSO keeps working.
 */
async function handleRotateAdminSsoCertificate(context: RequestContext): Promise<CallResult> {
  const { trx, request, caller, now, audit } = context
  const version = requireVersion(request)
  const resource = limitToCaller(caller, adminSignOns)
  const record = await lockRecord(trx, resource, parseRecordId(adminSignOns, request), version)
  const { certificate, nextCertificate } = toAdminSsoRecord(record)
  if (nextCertificate === null) throw invalidState(ssoSettingsMessages.noNextCertificate)
  await withRecordTables(trx)
    .updateTable(adminSignOns.name)
    .set({
      certificate: nextCertificate,
      nextCertificate: null,
      version: record.version + 1,
      updatedAt: now,
      updatedBy: caller.email,
    })
    .where('id', '=', record.id)
    .execute()
  await audit({
    event: `${adminSignOns.name}.rotated`,
    target: toAuditTarget(adminSignOns, record),
    before: { certificate, nextCertificate },
    after: { certificate: nextCertificate, nextCertificate: null },
  })
  const body = await loadRecord(trx, resource, record.id)
  await saveExpirations(adminSsoIntegration, context, body)
  return { status: 200, body, version: body.version }
}
