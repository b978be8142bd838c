import { object as struct, string } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { adminSignOns } from '#shared/areas/sso/adminSignOns.ts'
import { targetOf } from '#server/platform/core/audit/audit.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { Asked } from '#server/platform/core/http/asked.ts'
import type { Answer, Call, Change } from '#server/platform/core/http/call.ts'
import { badRequest, invalid } from '#server/platform/core/platform/refusal.ts'
import { keepExpiries } from '#server/platform/core/integrations/kept.ts'
import { instant, listOf, orNull, text, whole } from '#server/platform/core/http/schema.ts'
import { object, recordSchemas } from '#server/platform/core/http/schemas.ts'
import { OutgoingFault } from '#server/platform/core/outgoing/faults.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { lockRecord, readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf, requiredVersion } from '#server/platform/core/records/recordId.ts'
import { recordTables } from '#server/platform/database/schema.ts'
import { wrongState } from '../stores/wrongState.ts'
import { addressesCall, addressSchemas } from './addresses.ts'
import { adminSignOn } from './adminSignOn.ts'
import { MetadataFault, readSamlMetadata } from './saml/samlMetadata.ts'
import { asSignOn } from './setUp.ts'
import { answerSides } from './sides.ts'
import { metadataMessages, ssoSettingsMessages } from './messages.ts'

const needs = `${adminSignOns.permission}:write` as const
const yesOrNo = { type: 'boolean' }

/** The last test sign-in, with what it would lead to now; null before the first. */
export const lastTestSchema = orNull(
  object({
    at: instant,
    actor: text,
    outcome: text,
    sentence: text,
    claims: { type: 'object', additionalProperties: listOf(text) },
  }),
)

const sides = object({
  ...addressSchemas,
  testUrl: text,
  read: object({
    issuer: orNull(text),
    email: text,
    firstName: text,
    lastName: text,
    groups: text,
  }),
  certificates: listOf(
    object({
      field: text,
      subject: text,
      from: instant,
      until: instant,
      key: text,
      usable: yesOrNo,
      soon: yesOrNo,
      sentence: text,
    }),
  ),
  domains: listOf(object({ domain: text, name: text, value: text })),
  lockedOut: object({ count: whole, emails: listOf(text) }),
  lastTest: lastTestSchema,
})

/** The calls of store admins' sign-on besides those of every integration (shared/areas/sso/signOnCalls.ts). */
export const signOnCalls: readonly Call[] = [
  addressesCall,
  {
    kind: 'read',
    needs: `${adminSignOns.permission}:read`,
    method: 'get',
    path: '/adminSignOns/:id/sides',
    summary:
      'Get the values to enter at the provider, the certificates, the domains, and the last test sign-in',
    success: { status: 200, schema: sides },
    answer: answerSides,
  },
  {
    kind: 'read',
    needs,
    method: 'post',
    path: '/signOnMetadata',
    summary: "Read a SAML provider's metadata from a URL or XML, without saving it",
    body: object({ url: text, xml: text }, []),
    success: {
      status: 200,
      schema: object({
        entityId: text,
        ssoUrl: text,
        certificate: text,
        nextCertificate: orNull(text),
      }),
    },
    refusals: [413, 415, 422, 429],
    answer: readMetadata,
  },
  {
    kind: 'write',
    needs,
    method: 'post',
    path: '/adminSignOns/:id/rotation',
    summary: 'Replace the certificate with the next one',
    body: object({}),
    ifMatch: 'required',
    success: { status: 200, schema: recordSchemas(adminSignOns).record },
    refusals: [409, 413, 415, 428],
    answer: rotate,
  },
]

/** Both are not taken: which would count? */
const ByUrl = struct({ url: string() })
const ByText = struct({ xml: string() })

/** Metadata by URL comes through the one way out. */
async function readMetadata(
  { body }: Asked,
  { outgoing, now }: Platform,
  caller: Caller,
): Promise<Answer> {
  if (!is(body, ByUrl) && !is(body, ByText)) throw badRequest(ssoSettingsMessages.urlOrXml)
  try {
    const xml = 'xml' in body ? body.xml : await metadataAt(body.url, outgoing, caller)
    const { entityId, ssoUrl, certificates } = readSamlMetadata(xml, now())
    const [certificate, nextCertificate = null] = certificates
    return { status: 200, body: { entityId, ssoUrl, certificate, nextCertificate } }
  } catch (error) {
    const field = 'xml' in body ? 'xml' : 'url'
    if (error instanceof MetadataFault) throw invalid({ [field]: error.message })
    if (error instanceof OutgoingFault) throw invalid({ [field]: error.sentence })
    throw error
  }
}

async function metadataAt(
  url: string,
  outgoing: Platform['outgoing'],
  caller: Caller,
): Promise<string> {
  outgoing.tries.take(caller.id)
  const { status, body } = await outgoing.request({ url })
  if (status === 200) return body.toString()
  throw new MetadataFault(metadataMessages.notAtUrl(status))
}

/** Both certificates count already, so this asks for no new test: sign-on goes on. */
async function rotate(change: Change): Promise<Answer> {
  const { trx, asked, caller, now, audit } = change
  const version = requiredVersion(asked)
  const resource = scopedTo(caller, adminSignOns)
  const record = await lockRecord(trx, resource, recordIdOf(adminSignOns, asked), version)
  const { certificate, nextCertificate } = asSignOn(record)
  if (nextCertificate === null) throw wrongState(ssoSettingsMessages.noNextCertificate)
  await recordTables(trx)
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
    target: targetOf(adminSignOns, record),
    before: { certificate, nextCertificate },
    after: { certificate: nextCertificate, nextCertificate: null },
  })
  const body = await readRecord(trx, resource, record.id)
  await keepExpiries(adminSignOn, change, body)
  return { status: 200, body, version: body.version }
}
